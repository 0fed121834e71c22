import { configEntries, configValue } from './config-value.ts';
import { count, counted } from './format.ts';
import type { RunInfo, RunRows } from './run-info.ts';

/** What must stand above an experiment's tables, as labels and text: `['budget', '3,000 tokens']`. */
export function reportHead(runs: readonly RunRows[]): readonly (readonly [label: string, text: string])[] {
  const seeds = distinct(runs, ({ seed }) => String(seed));
  const complete = runs.filter((run) => run.status === 'complete').length;
  return [
    ['model', distinct(runs, modelText).join('; ')],
    ['embedder', distinct(runs, ({ embedderId }) => embedderId).join('; ')],
    [
      'runs',
      `${count(complete)} of ${count(runs.length)} complete; ${counted(seeds.length, 'seed')}: ${seeds.join(', ')}`,
    ],
    ['budget', distinct(runs, ({ budgetTokens }) => `${count(budgetTokens)} tokens`).join('; ')],
    ['protocol', distinct(runs, ({ config }) => configEntries(configValue(config, 'protocol')).join(', ')).join('; ')],
  ];
}

/** True where a run's model is the simulated one. */
export function isSimulated({ config }: RunInfo): boolean {
  return configValue(config, 'model', 'provider') === 'simulated';
}

/** What numbers of the simulated model do not mean. */
export const simulatedCaveat =
  'The model is simulated: the numbers show how the mechanisms work under the physics above and are no evidence about language models.';

/** What a suite's scores count and which tasks they are over. */
export function suiteText({ suiteAbout: about }: RunInfo, tests: string, vals: string): string {
  return [
    `score in ${about.scoreUnit}`,
    `profile ${about.profile}`,
    about.splitNote,
    `tasks per run: ${tests} test, ${vals} val`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

function modelText(info: RunInfo): string {
  if (!isSimulated(info)) return info.modelId;
  const model = configValue(info.config, 'model');
  const physics = configEntries(configValue(info.config, 'model', 'physics') ?? model).filter(
    (entry) => !/^(?:provider|name)=/.test(entry),
  );
  return `simulated (${info.modelId}); physics: ${physics.join(', ')}`;
}

function distinct(runs: readonly RunRows[], textOf: (info: RunInfo) => string): readonly string[] {
  return [...new Set(runs.map(({ info }) => textOf(info)))];
}
