import type { Embedder } from '../core/embedder.ts';
import type { Llm } from '../core/llm.ts';
import type { Method } from '../core/method.ts';
import type { Suite, Task } from '../core/suite.ts';

/** All that a run acts upon, given as contracts: it knows no suite, method, provider or disk. */
export type RunParts = {
  readonly suite: Suite;
  readonly method: Method;
  readonly llm: Llm;
  readonly embedder: Embedder;
  readonly tasks: { readonly train: readonly Task[]; readonly val: readonly Task[]; readonly test: readonly Task[] };
  readonly countTokens: (text: string) => number;
  /** Ends the run at the next chance; what is in flight is not recorded. */
  readonly signal: AbortSignal;
  /** Milliseconds from some fixed point, for durations. */
  readonly clock: () => number;
};

/** The parts as they are in a round: a suite may change its lessons between two. */
export function partsAt<P extends Pick<RunParts, 'suite'>>(parts: P, round: number): P {
  return parts.suite.at === undefined ? parts : { ...parts, suite: parts.suite.at(round) };
}
