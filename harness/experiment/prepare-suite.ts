import { PartError, UserError } from '../core/failure.ts';
import type { Llm } from '../core/llm.ts';
import type { Suite, SuiteSetup } from '../core/suite.ts';
import type { Split, Task } from '../core/task.ts';
import { withinLimit } from '../core/time-limit.ts';
import type { Cell } from '../config/cells-of.ts';
import { limited } from '../llm/limited.ts';
import { timeLimited } from '../llm/time-limited.ts';
import type { TokenCounter } from '../llm/token-counter.ts';
import type { LoadedParts } from './load-parts.ts';
import { type InWorld, worldOf } from './suite-world.ts';

export type PrepareOptions = {
  readonly cacheFolder: string;
  /** Model calls in flight, over all runs on one suite. */
  readonly concurrency: number;
  readonly warn: (message: string) => void;
};

/** A cell on one of its data sets. */
export type OnData = { readonly cell: Cell; readonly dataSeed: number };

export type PreparedSuite = {
  readonly suite: Suite;
  readonly inWorld: InWorld;
  readonly tasks: Tasks;
  readonly llm: Llm;
};
type Tasks = { readonly train: readonly Task[]; readonly val: readonly Task[]; readonly test: readonly Task[] };

/** The suite of a cell on a data set with its tasks, and the model that plays it. What was made is added to `created`, also where its tasks are then found wanting. */
export async function prepareSuite(
  { cell, dataSeed }: OnData,
  parts: LoadedParts,
  tokens: TokenCounter,
  { cacheFolder, concurrency }: PrepareOptions,
  created: Suite[],
): Promise<PreparedSuite> {
  const { limits, ...suiteOptions } = cell.suite.options;
  const setup: SuiteSetup = { dataSeed, limits: (limits ?? {}) as SuiteSetup['limits'], cacheFolder };
  const { name } = cell.suite;
  const limitMs = 1000 * cell.timeouts.part;
  const settled = <T>(what: string, work: () => Promise<T> | T): Promise<T> =>
    withinLimit(
      limitMs,
      () =>
        new PartError(
          `Cannot ${what} suite ${name}: expected it to settle within ${cell.timeouts.part} s (timeouts.part), found it still busy`,
        ),
      work,
    );
  const suite = await settled('make', () => parts.suites[name]!.create(suiteOptions, setup));
  created.push(suite);
  const { provider, ...modelOptions } = cell.model;
  const player = suite.player ?? null;
  const model = parts.providers[provider]!.create(modelOptions, { player, suite: suite.name, tokens });
  // Other protocols than offline have the test tasks alone.
  const isOffline = cell.protocol.kind === 'offline';
  const load = async (split: Split): Promise<readonly Task[]> =>
    isOffline || split === 'test' ? settled('load', () => loadSplit(suite, split, setup.limits)) : [];
  const tasks = { train: await load('train'), val: await load('val'), test: await load('test') };
  refuseRepeatedIds(suite, Object.values(tasks).flat());
  return {
    suite,
    inWorld: worldOf(suite),
    tasks,
    llm: limited(timeLimited(model, 1000 * cell.timeouts.call), concurrency),
  };
}

async function loadSplit(suite: Suite, split: Split, limits: SuiteSetup['limits']): Promise<readonly Task[]> {
  const tasks = await suite.load(split);
  if (tasks.length === 0)
    throw new UserError(`Cannot run suite ${suite.name}: expected tasks in split ${split}, found none`);
  const limit = limits[split];
  if (limit !== undefined && tasks.length < limit) {
    throw new UserError(
      `Cannot run suite ${suite.name}: expected limits.${split} to be at most ${tasks.length}, the tasks of that split, found ${limit}`,
    );
  }
  return tasks;
}

function refuseRepeatedIds(suite: Suite, tasks: readonly Task[]): void {
  const seen = new Set<string>();
  for (const { id } of tasks) {
    if (seen.has(id))
      throw new UserError(`Cannot run suite ${suite.name}: expected task ids that differ, found ${id} twice`);
    seen.add(id);
  }
}
