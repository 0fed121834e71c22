// Another project's program. Here it imports the sources; test/package/package.slow.test.ts makes it import the installed package.
import {
  aceLayout,
  createRng,
  createTokenCounter,
  evaluateDedup,
  familyPairs,
  guards,
  guardSets,
  hashEmbedder,
  judgePairs,
  loadFamilies,
  type Method,
  minilmEmbedder,
  parsePlaybook,
  playbookTokens,
  refine,
  type Registry,
  registry,
  renderPlaybook,
  runExperiment,
  type Suite,
  UserError,
} from '../../harness/index.ts';
import { create as createMethod } from '../fixtures/first-lessons.ts';
import { create as createSuite } from '../fixtures/house-sums.ts';

const suite: Suite = createSuite({ extra: 2 });
const { count } = await createTokenCounter();
const budget = { tokens: 500, evict: 'off', evictTo: 0.8, graceRounds: 1 } as const;
const method: Method<{ readonly text: string; readonly kept: number }> = createMethod(
  { most: 1 },
  { budget, countTokens: count },
);

const outside: Registry = {
  ...registry,
  suites: {
    ...registry.suites,
    [suite.name]: { about: 'a suite of my own', load: () => import('../fixtures/house-sums.ts') },
  },
  methods: {
    ...registry.methods,
    [method.name]: { about: 'a method of my own', load: () => import('../fixtures/first-lessons.ts') },
  },
};
const config = {
  experiment: 'outside',
  model: { provider: 'simulated' },
  embedder: { name: 'hash' },
  budgetTokens: 500,
  suites: [{ name: suite.name, extra: 2 }],
  arms: { static: { method: 'static' }, mine: { method: method.name, most: 1 } },
  seeds: [1, 2],
  protocol: { kind: 'offline', feedback: 'gold' },
};
const options = { registry: outside, results: 'results', cacheFolder: 'cache' };
const { outcomes, runs, summary } = await runExperiment(config, options);
let trials = 0;
for (const run of runs) for await (const record of run.records()) if (record.kind === 'trial') trials++;

const complaint = await runExperiment({ ...config, seeds: [] }, options).catch((error: unknown) =>
  error instanceof UserError ? error.message : 'another error',
);

const embedder = hashEmbedder();
const playbook = parsePlaybook('## RULES\n[rul-00001] Ask for page 0 first.\n[rul-00002] Ask for page 0 first!\n');
const refined = await refine(
  playbook,
  { threshold: 0.8, onDuplicate: 'drop', scope: 'playbook', guards: [] },
  'delta',
  { embedder, tokensOf: playbookTokens(aceLayout(), count).of, compared: () => {} },
);

const pairs = familyPairs(await loadFamilies('dev'), createRng(1));
const report = evaluateDedup(await judgePairs(pairs, embedder, guards), {
  embedder: embedder.id,
  source: 'the dev half',
  sets: guardSets(guards),
  ceiling: 0.01,
  resamples: 20,
  seed: 1,
});

const [vector] = await minilmEmbedder({ cacheFolder: 'cache', warn: console.error }).embed(['Ask for page 0 first.']);

console.log(
  JSON.stringify({
    outcomes: outcomes.map(({ status }) => status),
    scores: summary.map(({ arm, score }) => `${arm} ${score}`),
    rows: runs[0]!.rows.length,
    trials,
    complaint,
    refined: renderPlaybook(refined.playbook),
    families: report.families,
    dims: vector!.length,
  }),
);
