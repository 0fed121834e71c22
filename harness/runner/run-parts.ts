import type { ContextEvent } from '../core/context-event.ts';
import type { Embedder } from '../core/embedder.ts';
import type { Json } from '../core/json.ts';
import type { Llm } from '../core/llm.ts';
import type { Method } from '../core/method.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';

/** How long, in milliseconds, a suite or a method may be busy between two calls of a model or an embedder. */
export type Timeouts = { readonly part: number };

/** All that a run acts upon, given as contracts: it knows no suite, method, playbook, provider or disk. */
export type RunParts = {
  readonly suite: Suite;
  /** Does an attempt when the suite's world, which other runs may share, has room for it. */
  readonly inWorld: <T>(attempt: () => Promise<T>) => Promise<T>;
  readonly method: Method;
  /** The context of round 0. */
  readonly start: Json;
  readonly llm: Llm;
  readonly embedder: Embedder;
  readonly tasks: { readonly train: readonly Task[]; readonly val: readonly Task[]; readonly test: readonly Task[] };
  readonly countTokens: (text: string) => number;
  /** Tokens that stand before the context in every prompt of the generator. */
  readonly headTokens: number;
  /** The context after recorded events, from the one before them. */
  readonly replay: (context: Json, events: readonly ContextEvent[]) => Json;
  /** Ends the run at the next chance; what is in flight is not recorded. */
  readonly signal: AbortSignal;
  readonly timeouts: Timeouts;
  /** Milliseconds from some fixed point, for durations. */
  readonly clock: () => number;
};

/** The suite as it is in a round: its lessons may change between two. */
export function suiteAt({ suite }: Pick<RunParts, 'suite'>, round: number): Suite {
  return suite.at?.(round) ?? suite;
}
