import { configLeaves, configValue } from './config-value.ts';
import { count, counted } from '../text/numbers.ts';
import type { RunInfo } from './run-info.ts';
import type { RunRows } from './run-rows.ts';
import type { RollUp } from './summary.ts';

/** What must stand above an experiment's tables, one line each, the runs first: `50 of 50 runs complete; 5 seeds: …`. What a matrix varies is listed: `epochs=1 or 2`. */
export function reportHead(runs: readonly RunRows[]): readonly string[] {
  const infos = runs.map((run) => run.info);
  const complete = runs.filter((run) => run.status === 'complete').length;
  const seeds = distinct(infos, ({ seed }) => String(seed));
  const dataSeeds = distinct(infos, ({ dataSeed }) => String(dataSeed));
  const data = dataSeeds.length > 1 ? `; ${counted(dataSeeds.length, 'data set')}: ${dataSeeds.join(', ')}` : '';
  const embedders = distinct(infos, ({ embedderId }) => embedderId).join(' or ');
  const budgets = distinct(infos, ({ budgetTokens }) => count(budgetTokens)).join(' or ');
  return [
    `${count(complete)} of ${counted(runs.length, 'run')} complete; ${counted(seeds.length, 'seed')}: ${seeds.join(', ')}${data}`,
    ...modelLines(infos),
    `embedder: ${embedders}; budget: ${budgets} tokens`,
    `protocol: ${entries(infos, 'protocol').join(', ')}`,
    ...codeLines(infos),
  ];
}

/** Said only where it matters: runs that were made with different code may differ for that reason alone. */
function codeLines(infos: readonly RunInfo[]): readonly string[] {
  const hashes = distinct(infos, ({ codeHash }) => codeHash);
  if (hashes.length < 2) return [];
  const parts = hashes.map((hash) => {
    const made = infos.filter(({ codeHash }) => codeHash === hash).length;
    return `${hash.slice(0, 8)} (${counted(made, 'run')})`;
  });
  return [`code: not the same for all runs: ${parts.join(', ')}`];
}

const shownOthers = 5;

/** What is beside the runs of a report and in none of its figures, a line each. */
export function leftOutLines({ leftOut, others }: Pick<RollUp, 'leftOut' | 'others'>): readonly string[] {
  const some = others.slice(0, shownOthers).join(', ');
  const more = others.length > shownOthers ? ` and ${others.length - shownOthers} more` : '';
  return [
    ...leftOut.map(({ runId, why }) => `left out: ${runId}: ${why}`),
    ...(others.length === 0
      ? []
      : [`not of this config, left out: ${counted(others.length, 'run')} in the same folder: ${some}${more}`]),
  ];
}

/** True where a run's model is the simulated one. */
export function isSimulated({ config }: RunInfo): boolean {
  return configValue(config, 'model', 'provider') === 'simulated';
}

/** What numbers of the simulated model do not mean. */
export const simulatedCaveat =
  'Simulated: mechanisms at work under these simulator parameters. The numbers say nothing about language models.';

const scoreMeanings: { readonly [kind: string]: string } = {
  offline: 'score, best: % on test with the final and the best-on-val context',
  online: 'score: % on test, each task attempted before anything was learnt from it (prequential); no best on val',
  evaluate: 'score: % on test with the given context; nothing is learnt',
};

/** What the columns `score` and `best` mean under the protocols of the runs, a line for each. */
export function scoreMeaning(runs: readonly RunRows[]): readonly string[] {
  const kinds = distinct(
    runs.map(({ info }) => info),
    ({ config }) => String(configValue(config, 'protocol', 'kind')),
  );
  return kinds.map((kind) => scoreMeanings[kind] ?? 'score: % on test');
}

/** What a suite's scores count and which tasks they are over. */
export function suiteText({ suiteAbout: about }: RunInfo, tests: string, vals: string): string {
  return [`score in ${about.scoreUnit}`, `profile ${about.profile}`, about.splitNote, `n = ${tests} test, ${vals} val`]
    .filter((part) => part !== '')
    .join('; ');
}

function modelLines(infos: readonly RunInfo[]): readonly string[] {
  const real = distinct(
    infos.filter((info) => !isSimulated(info)),
    ({ modelId }) => modelId,
  );
  const simulated = infos.filter(isSimulated);
  const parameters = entries(simulated, 'model').filter((entry) => !entry.startsWith('provider='));
  return [
    ...(real.length === 0 ? [] : [`model: ${real.join(' or ')}`]),
    ...(simulated.length === 0 ? [] : [`model: simulated; simulator parameters: ${parameters.join(', ')}`]),
  ];
}

/** Leaves of one part of the configs, each with all values it has: `kind=offline`, `dilution=0.02 or 0.1`. */
function entries(infos: readonly RunInfo[], part: 'model' | 'protocol'): readonly string[] {
  const values = new Map<string, Set<string>>();
  for (const info of infos)
    for (const [key, value] of configLeaves(configValue(info.config, part)))
      values.set(key, (values.get(key) ?? new Set<string>()).add(value));
  return [...values].map(([key, found]) => `${key}=${[...found].join(' or ')}`);
}

function distinct(infos: readonly RunInfo[], textOf: (info: RunInfo) => string): readonly string[] {
  return [...new Set(infos.map(textOf))];
}
