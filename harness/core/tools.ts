import type { Embedder } from './embedder.ts';
import type { Experience } from './experience.ts';
import type { Json } from './json.ts';
import type { Decoding, Llm, Role } from './llm.ts';
import type { ReadingCounts } from './readings.ts';
import type { Rendered } from './rendered.ts';
import type { Rng } from './rng.ts';

/** `online` attempts are scored and then learnt from; `test` is all that the evaluate protocol has. */
export const phases = ['train', 'online', 'val', 'test'] as const;
export type Phase = (typeof phases)[number];

/** Where in a run something happens; the prefix of call ids. */
export type At = {
  readonly phase: Phase;
  readonly round: number;
  readonly epoch: number;
  readonly task: string;
  /** The number of the attempt where a task is attempted several times with one context, from 0. */
  readonly sample: number;
};

/** The world as one trial or one adaptation sees it. The runner reads its meters, so nothing can misreport its cost. */
export interface Tools {
  readonly llm: Llm;
  readonly embedder: Embedder;
  readonly rng: Rng;
  readonly at: At;
  readonly decoding: Decoding;
  readonly signal: AbortSignal;
  countTokens(text: string): number;
  /** Attempts a question of this batch again, with a reflection to read. Costed as adaptation, never scored. */
  reattempt(questionId: string, context: Rendered, reflection: string): Promise<Experience>;
  /**
   * Attempts train tasks with a context that is tried out, for methods that search: an experience per id, in their order. Costed as
   * adaptation, counted as rollouts, never scored. Of an online run, tasks that were attempted before alone. Throws RangeError for an id that
   * may not be tried.
   */
  trial(context: Json, trainIds: readonly string[]): Promise<readonly Experience[]>;
  /** Runs work whose calls, embedding, comparisons and time, through the tools that it is given, are refine cost. */
  refining<T>(work: (tools: Tools) => Promise<T>): Promise<T>;
  /** Counts pairs of bullets whose similarity was computed. */
  compared(pairs: number): void;
  /** Counts what had to be done to read a reply of a role. */
  reading(role: Role, counts: ReadingCounts): void;
}
