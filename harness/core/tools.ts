import type { Embedder } from './embedder.ts';
import type { Llm } from './llm.ts';
import type { Experience, Rendered } from './method.ts';
import type { Rng } from './rng.ts';

/** Where in a run something happens; the prefix of call ids. */
export type At = { readonly phase: Phase; readonly round: number; readonly epoch: number; readonly task: string };
export type Phase = 'train' | 'val' | 'test';

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
  /** Runs work whose embedding, comparisons, calls and time are refine cost. */
  refining<T>(work: () => Promise<T>): Promise<T>;
  /** Counts pairs of bullets whose similarity was computed. */
  compared(pairs: number): void;
}

/** How replies are sampled; the same for all arms of an experiment. */
export type Decoding = { readonly temperature: number; readonly seed: number; readonly maxTokens: number };
