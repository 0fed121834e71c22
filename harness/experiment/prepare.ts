import { UserError } from '../core/failure.ts';
import { canonicalJson } from '../core/json.ts';
import type { Embedder } from '../core/embedder.ts';
import type { Llm } from '../core/llm.ts';
import type { Method } from '../core/method.ts';
import type { RunSpec } from '../core/spec.ts';
import type { Split, Suite, Task } from '../core/suite.ts';
import type { SuiteSetup } from '../core/suite-setup.ts';
import type { Cell } from '../config/cells-of.ts';
import type { Experiment } from '../config/read-config.ts';
import { runsOf } from '../config/runs-of.ts';
import { cachedEmbedder } from '../embedding/cached-embedder.ts';
import { vectorFingerprint } from '../embedding/vector-fingerprint.ts';
import { limited } from '../llm/limited.ts';
import { createTokenCounter, type TokenCounter } from '../llm/token-counter.ts';
import type { LoadedParts } from './load-parts.ts';

/** A run with all its parts made, ready to go. */
export type PreparedRun = {
  readonly runId: string;
  readonly spec: RunSpec;
  readonly cell: Cell;
  readonly suite: Suite;
  readonly tasks: Tasks;
  readonly method: Method;
  readonly llm: Llm;
};
type Tasks = { readonly train: readonly Task[]; readonly val: readonly Task[]; readonly test: readonly Task[] };

export type Prepared = {
  readonly experiment: Experiment;
  readonly runs: readonly PreparedRun[];
  readonly embedder: Embedder;
  readonly tokens: TokenCounter;
  /** Tells vectors of this machine from others'. */
  readonly vectorFingerprint: () => Promise<string>;
};

export type PrepareOptions = {
  readonly cacheFolder: string;
  /** Model calls in flight, over all runs. */
  readonly concurrency: number;
  readonly warn: (message: string) => void;
};

/** Makes the parts of every run of an experiment, and checks what only they can tell. Throws UserError before anything is spent. */
export async function prepare(experiment: Experiment, parts: LoadedParts, options: PrepareOptions): Promise<Prepared> {
  const { cacheFolder, concurrency, warn } = options;
  const { config, cells } = experiment;
  const tokens = await createTokenCounter();
  const { name, ...embedderOptions } = config.embedder;
  const inner = parts.embedders[name]!.create(embedderOptions, { cacheFolder, warn });
  const embedder = cachedEmbedder(inner, { folder: cacheFolder, warn });
  const suites = new Map<string, Promise<LoadedSuite>>();
  const runs: PreparedRun[] = [];
  for (const cell of cells) {
    // Cells of one suite share its tasks and its model; matrix points may give a suite other options.
    const key = canonicalJson([cell.suite, cell.dataSeed, cell.model]);
    const loading = suites.get(key) ?? loadSuite(cell, parts, cacheFolder, tokens, concurrency);
    suites.set(key, loading);
    const { suite, tasks, llm } = await loading;
    const method = parts.methods[cell.method.name]!.create(cell.method.options, {
      budget: cell.budget,
      countTokens: tokens.count,
    });
    refuseSmallBudget(cell, method, suite, tokens);
    for (const { runId, spec } of runsOf(cell, suite.about))
      runs.push({ runId, spec, cell, suite, tasks, method, llm });
  }
  // Asked of the embedder itself: a cache may hold vectors that were made elsewhere.
  return { experiment, runs, embedder, tokens, vectorFingerprint: () => vectorFingerprint(inner) };
}

type LoadedSuite = { readonly suite: Suite; readonly tasks: Tasks; readonly llm: Llm };

async function loadSuite(
  cell: Cell,
  parts: LoadedParts,
  cacheFolder: string,
  tokens: TokenCounter,
  concurrency: number,
): Promise<LoadedSuite> {
  const { limits, ...suiteOptions } = cell.suite.options;
  const setup: SuiteSetup = { dataSeed: cell.dataSeed, limits: (limits ?? {}) as SuiteSetup['limits'], cacheFolder };
  const suite = await parts.suites[cell.suite.name]!.create(suiteOptions, setup);
  const { provider, ...modelOptions } = cell.model;
  const player = suite.player ?? null;
  const model = parts.providers[provider]!.create(modelOptions, { player, suite: suite.name, tokens });
  const load = (split: Split): Promise<readonly Task[]> => loadSplit(suite, split, setup.limits);
  const tasks = { train: await load('train'), val: await load('val'), test: await load('test') };
  refuseRepeatedIds(suite, Object.values(tasks).flat());
  return { suite, tasks, llm: limited(model, concurrency) };
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

function refuseSmallBudget(cell: Cell, method: Method, suite: Suite, tokens: TokenCounter): void {
  const start = tokens.count(method.render(method.start(suite.base)).stable);
  if (start <= cell.budget.tokens) return;
  throw new UserError(
    `Cannot run arm ${cell.arm} on suite ${suite.name}: expected budgetTokens of at least ${start}, the context that it starts from, found ${cell.budget.tokens}`,
  );
}
