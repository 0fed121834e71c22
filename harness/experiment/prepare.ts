import type { Embedder } from '../core/embedder.ts';
import { UserError } from '../core/failure.ts';
import { canonicalJson } from '../core/json.ts';
import type { Method } from '../core/method.ts';
import type { RunSpec } from '../core/spec.ts';
import type { Suite } from '../core/suite.ts';
import type { Cell } from '../config/cells-of.ts';
import { allInTurn } from '../config/config-error.ts';
import type { Experiment } from '../config/read-config.ts';
import { runsOf } from '../config/runs-of.ts';
import { cachedEmbedder } from '../embedding/cached-embedder.ts';
import { timeLimitedEmbedder } from '../embedding/time-limited-embedder.ts';
import { vectorFingerprint } from '../embedding/vector-fingerprint.ts';
import { createTokenCounter, type TokenCounter } from '../llm/token-counter.ts';
import { controlsOf } from './controls-of.ts';
import type { LoadedParts } from './load-parts.ts';
import { type OnData, type PreparedSuite, type PrepareOptions, prepareSuite } from './prepare-suite.ts';
import { closeSuites } from './suite-world.ts';
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

/** Throws UserError where the budget is too small for it. */
async function tokensOfStart(cell: Cell, method: Method, suite: Suite, tokens: TokenCounter): Promise<number> {
  const { stable } = await wholeText(method, method.start(suite.base), tokens.count);
  const start = tokens.count(stable);
  if (start <= cell.budget.tokens) return start;
  throw new UserError(
    `Cannot run arm ${cell.arm} on suite ${suite.name}: expected budgetTokens of at least ${start}, the context that it starts from, found ${cell.budget.tokens}`,
  );
}
