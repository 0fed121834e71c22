import type { Embedder } from '../core/embedder.ts';
import { UserError } from '../core/failure.ts';
import { canonicalJson } from '../core/json.ts';
import type { Llm } from '../core/llm.ts';
import type { Method } from '../core/method.ts';
import type { RunSpec } from '../core/spec.ts';
import type { Suite, SuiteSetup } from '../core/suite.ts';
import type { Split, Task } from '../core/task.ts';
import type { Cell } from '../config/cells-of.ts';
import { allInTurn } from '../config/config-error.ts';
import type { Experiment } from '../config/read-config.ts';
import { runsOf } from '../config/runs-of.ts';
import { cachedEmbedder } from '../embedding/cached-embedder.ts';
import { timeLimitedEmbedder } from '../embedding/time-limited-embedder.ts';
import { vectorFingerprint } from '../embedding/vector-fingerprint.ts';
import { limited } from '../llm/limited.ts';
import { timeLimited } from '../llm/time-limited.ts';
import { createTokenCounter, type TokenCounter } from '../llm/token-counter.ts';
import { controlsOf } from './controls-of.ts';
import type { LoadedParts } from './load-parts.ts';
import { closeSuites, withinWorld } from './suite-world.ts';
import { wholeText } from './whole-text.ts';

/** A run with all its parts made, ready to go. */
export type PreparedRun = PreparedSuite &
  PreparedEmbedder & {
    readonly runId: string;
    readonly spec: RunSpec;
    readonly cell: Cell;
    readonly method: Method;
    /** Of the context before any experience. */
    readonly startTokens: number;
  };

type PreparedSuite = { readonly suite: Suite; readonly tasks: Tasks; readonly llm: Llm };
type Tasks = { readonly train: readonly Task[]; readonly val: readonly Task[]; readonly test: readonly Task[] };
type PreparedEmbedder = {
  /** With the cache in front. */
  readonly embedder: Embedder;
  /** Asked of the embedder itself, once, when first needed: a cache may hold vectors that were made elsewhere. */
  readonly vectorFingerprint: () => Promise<string>;
};

export type Prepared = {
  readonly experiment: Experiment;
  readonly runs: readonly PreparedRun[];
  readonly tokens: TokenCounter;
};

export type PrepareOptions = {
  readonly cacheFolder: string;
  /** Model calls in flight, over all runs on one suite. */
  readonly concurrency: number;
  readonly warn: (message: string) => void;
};

/**
 * Makes the parts of every run of an experiment, and checks what only they can tell. Before anything is spent it throws a UserError of all that is
 * wrong, the worlds of suites ended; else to end them is the caller's, by `closeSuites`.
 */
export async function prepare(experiment: Experiment, parts: LoadedParts, options: PrepareOptions): Promise<Prepared> {
  const tokens = await createTokenCounter();
  // Those too whose tasks are then found wanting.
  const created: Suite[] = [];
  // Matrix points may vary any of these; cells that have them in common share them.
  const suiteOf = shared(
    ({ cell: { suite, model, protocol, timeouts }, dataSeed }: OnData) => [
      suite,
      dataSeed,
      model,
      protocol.kind === 'offline',
      timeouts.call,
    ],
    (onData) => prepareSuite(onData, parts, tokens, options, created),
  );
  const embedderOf = shared(
    ({ embedder, timeouts }: Cell) => [embedder, timeouts.call],
    (cell) => prepareEmbedder(cell, parts, options),
  );
  const prepareRuns = async (cell: Cell, dataSeed: number, dataSetOf: Map<string, number>) => {
    const onSuite = await suiteOf({ cell, dataSeed });
    const { suite } = onSuite;
    refuseEqualData(suite, dataSeed, dataSetOf);
    const setup = { budget: cell.budget, countTokens: tokens.count, controls: controlsOf(suite) };
    const method = parts.methods[cell.method.name]!.create(cell.method.options, setup);
    const startTokens = await tokensOfStart(cell, method, suite, tokens);
    return runsOf(cell, dataSeed, suite.about).map(
      ({ runId, spec }): PreparedRun => ({ runId, spec, cell, method, startTokens, ...onSuite, ...embedderOf(cell) }),
    );
  };
  try {
    const runs = await allInTurn(
      experiment.cells.flatMap((cell) => {
        const dataSetOf = new Map<string, number>();
        return cell.dataSeeds.map((dataSeed) => () => prepareRuns(cell, dataSeed, dataSetOf));
      }),
    );
    return { experiment, runs: runs.flat(), tokens };
  } catch (error) {
    await closeSuites(created);
    throw error;
  }
}

type OnData = { readonly cell: Cell; readonly dataSeed: number };

/** Data sets that are one would pass for several. */
function refuseEqualData({ name, about: { dataHash } }: Suite, dataSeed: number, dataSetOf: Map<string, number>): void {
  const other = dataSetOf.get(dataHash);
  dataSetOf.set(dataHash, dataSeed);
  if (other !== undefined)
    throw new UserError(
      `Cannot run suite ${name} on several data sets: expected dataSeeds that give tasks which differ, found the same for ${other} and ${dataSeed}`,
    );
}

/** Makes a thing once per key. */
function shared<Of, T>(keyOf: (of: Of) => Parameters<typeof canonicalJson>[0], make: (of: Of) => T) {
  const made = new Map<string, T>();
  return (of: Of): T => {
    const key = canonicalJson(keyOf(of));
    const thing = made.get(key) ?? make(of);
    made.set(key, thing);
    return thing;
  };
}

function prepareEmbedder(
  { embedder: { name, ...embedderOptions }, timeouts }: Cell,
  parts: LoadedParts,
  { cacheFolder, warn }: PrepareOptions,
): PreparedEmbedder {
  const embedder = parts.embedders[name]!.create(embedderOptions, { cacheFolder, warn });
  let fingerprint: Promise<string> | null = null;
  return {
    embedder: cachedEmbedder(timeLimitedEmbedder(embedder, 1000 * timeouts.call), { folder: cacheFolder, warn }),
    vectorFingerprint: () => {
      fingerprint ??= vectorFingerprint(embedder);
      return fingerprint;
    },
  };
}

async function prepareSuite(
  { cell, dataSeed }: OnData,
  parts: LoadedParts,
  tokens: TokenCounter,
  { cacheFolder, concurrency }: PrepareOptions,
  created: Suite[],
): Promise<PreparedSuite> {
  const { limits, ...suiteOptions } = cell.suite.options;
  const setup: SuiteSetup = { dataSeed, limits: (limits ?? {}) as SuiteSetup['limits'], cacheFolder };
  const suite = withinWorld(await parts.suites[cell.suite.name]!.create(suiteOptions, setup));
  created.push(suite);
  const { provider, ...modelOptions } = cell.model;
  const player = suite.player ?? null;
  const model = parts.providers[provider]!.create(modelOptions, { player, suite: suite.name, tokens });
  // Other protocols than offline have the test tasks alone.
  const isOffline = cell.protocol.kind === 'offline';
  const load = async (split: Split): Promise<readonly Task[]> =>
    isOffline || split === 'test' ? loadSplit(suite, split, setup.limits) : [];
  const tasks = { train: await load('train'), val: await load('val'), test: await load('test') };
  refuseRepeatedIds(suite, Object.values(tasks).flat());
  return { suite, tasks, llm: limited(timeLimited(model, 1000 * cell.timeouts.call), concurrency) };
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

/** Throws UserError where the budget is too small for it. */
async function tokensOfStart(cell: Cell, method: Method, suite: Suite, tokens: TokenCounter): Promise<number> {
  const { stable } = await wholeText(method, method.start(suite.base), tokens.count);
  const start = tokens.count(stable);
  if (start <= cell.budget.tokens) return start;
  throw new UserError(
    `Cannot run arm ${cell.arm} on suite ${suite.name}: expected budgetTokens of at least ${start}, the context that it starts from, found ${cell.budget.tokens}`,
  );
}
