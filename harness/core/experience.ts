import type { FailureKind } from './failure.ts';
import type { Question } from './task.ts';

/** One turn of an attempt, as text. */
export type Step = {
  readonly speaker: 'generator' | 'environment';
  readonly text: string;
  /** Ids that this turn says it used, known or not. */
  readonly cited: readonly string[];
};

/** What a method may know of an attempt's outcome: cumulative by the configured level, null at `none`. */
export type Feedback = {
  readonly correct: boolean;
  /** Share of checks passed, and one sentence per failed check: from level `checks` on. */
  readonly score: number | null;
  readonly failedChecks: readonly string[] | null;
  readonly reference: string | null;
};

/** One attempted question with as much feedback as the protocol allows; built by the runner alone. */
export type Experience = {
  readonly question: Question;
  readonly answer: string;
  readonly reasoning: string;
  /** Empty for one-shot suites. Citations are only of ids that the context held. */
  readonly steps: readonly Step[];
  /** All ids cited that the context held, those of steps included. */
  readonly cited: readonly string[];
  readonly failure: FailureKind | null;
  readonly feedback: Feedback | null;
};
