import type { ContextEvent } from './context-event.ts';
import type { FailedRole, Failure } from './failure.ts';
import type { Json } from './json.ts';
import type { ReadingsByRole } from './readings.ts';
import type { Passed, PassedByKind } from './suite.ts';
import type { Phase } from './tools.ts';
import type { UsageByRole } from './usage.ts';
import type { Step } from './experience.ts';

/**
 * Which context a trial was attempted with. `unrefined` is the one that a lazy refine was about to refine, and `refined` what the same round then
 * published, where it was not due to be probed: apart from `current`, so that every mode chooses its best context from as many probes.
 */
export const contextVersions = ['unrefined', 'current', 'refined', 'final', 'best'] as const;
export type ContextVersion = (typeof contextVersions)[number];

/** Texts embedded for the first time in this run, and their tokens, whatever a cache held; and pairs of bullets compared. */
export type EmbeddingUse = { readonly embedded: number; readonly embeddedTokens: number; readonly compared: number };

/** One attempted and graded task. About 470 bytes as a line. */
export type TrialRecord = {
  readonly kind: 'trial';
  readonly seq: number;
  readonly phase: Phase;
  readonly round: number;
  readonly epoch: number;
  /** Position of the task in its batch or split. */
  readonly order: number;
  /** The number of the attempt at the task with this context, from 0. */
  readonly sample: number;
  readonly task: string;
  readonly scenario: string;
  /** Short hash of the rendered context. */
  readonly context: string;
  readonly which: ContextVersion;
  readonly score: number;
  readonly checks: Passed;
  /** Absent where the suite cannot tell what was met in training. */
  readonly checksByKind?: PassedByKind;
  /** With the role or the part that failed: mostly the generator. */
  readonly failure: (Failure & { readonly role: FailedRole }) | null;
  readonly cited: readonly string[];
  /** Ids cited that the context does not hold. */
  readonly citedUnknown: readonly string[];
  /** What had to be done to read the replies, the judge's among them; empty where nothing had. */
  readonly readings: ReadingsByRole;
  /** Tokens that the context had for this task alone, beside what all tasks read. */
  readonly perTaskTokens: number;
  readonly usage: UsageByRole;
  /** What rendering the context for this task embedded and compared; null where nothing was. */
  readonly inference: EmbeddingUse | null;
  /** What judging the attempt cost; null where no model was asked. */
  readonly gradeUsage: UsageByRole | null;
};

/** What one round's experience was turned into: lessons, deltas or rewrites, and what failed. */
export type AdaptationRecord = {
  readonly kind: 'adaptation';
  readonly seq: number;
  readonly round: number;
  readonly events: readonly ContextEvent[];
  /** What grew the context cost, reattempts and rollouts included; calls that refined it are on the refine record. */
  readonly usage: UsageByRole;
  readonly readings: ReadingsByRole;
  /** Attempts that were made to learn from: trials of contexts, and tries after a reflection. */
  readonly rollouts: number;
  /** What growing the context embedded and compared; null where nothing was. */
  readonly embedding: EmbeddingUse | null;
};

/** Refinement of one round: what was merged, vetoed and evicted, and what finding it out took. */
export type RefineRecord = {
  readonly kind: 'refine';
  readonly seq: number;
  readonly round: number;
  readonly events: readonly ContextEvent[];
  readonly usage: UsageByRole;
  readonly readings: ReadingsByRole;
} & EmbeddingUse;

/** The published context of a round and how it differs from the round before. Nulls are unknown or without meaning. */
export type RoundRecord = {
  readonly kind: 'round';
  readonly seq: number;
  readonly round: number;
  readonly epoch: number;
  /** SHA-256 of the rendered context. */
  readonly contextHash: string;
  readonly contextTokens: number;
  readonly bullets: number | null;
  readonly editTokens: number | null;
  readonly editTokensCounters: number | null;
  readonly prefixReuse: number | null;
  readonly coverage: number | null;
  readonly retention: number | null;
  readonly wrong: number | null;
  readonly redundancy: number | null;
  readonly collapsed: boolean;
  readonly compressed: boolean;
  /** Val score of this context, where this round was due to probe. */
  readonly valScore: number | null;
  /** The round whose attempts gave that score: an earlier one where neither context nor suite has changed since. */
  readonly valRound: number | null;
};

/** The last line of a run that ended. `incomplete` where infrastructure failed: resumable, and left out of comparisons. */
export type EndRecord = {
  readonly kind: 'end';
  readonly seq: number;
  readonly status: 'complete' | 'incomplete';
  readonly rounds: number;
  /** Trials recorded in all. */
  readonly trials: number;
  /** Round of the best context on val, the earliest of equals; null where the protocol offers none. */
  readonly bestRound: number | null;
  /** True where the best context is the final one: it is tested once, as `final`. */
  readonly bestIsFinal: boolean;
  /** Why the run is incomplete; null where it is complete. */
  readonly failure: Failure | null;
};

export type RunRecord = TrialRecord | AdaptationRecord | RefineRecord | RoundRecord | EndRecord;

/** Wall-clock of a record, by its seq; null where nothing of the kind ran. */
export type TimeAside = {
  readonly kind: 'time';
  readonly seq: number;
  readonly durationMs: number;
  /** Without embedding, which a cache that another run filled may have saved: that stands apart. */
  readonly refineMs: number | null;
  readonly refineEmbeddingMs: number | null;
  readonly sandboxMs: number | null;
};

/** What stands beside a record in other files, by the record's seq: wall-clock, and raw replies. */
export type Aside =
  | TimeAside
  | {
      readonly kind: 'transcript';
      readonly seq: number;
      readonly replies: readonly string[];
      readonly answer: string;
      readonly profiles: { readonly [profile: string]: number };
      readonly steps: readonly Step[];
    };

/** All that a run needs to go on after a whole round. None is made once infrastructure has failed, so a resume repeats from before that. */
export type Checkpoint = {
  readonly seq: number;
  readonly trials: number;
  readonly context: Json;
  /** The best context on val so far. */
  readonly best: { readonly round: number; readonly score: number; readonly context: Json } | null;
  /** Lessons offered or held so far. */
  readonly lessonsSeen: readonly string[];
  /** Short hashes of the texts embedded so far, for logical counts. */
  readonly embedded: readonly string[];
  readonly previous: RoundRecord;
  /** The last probe of val: its score, its round, and the context that it was made with. */
  readonly lastProbe: { readonly score: number; readonly round: number; readonly contextHash: string } | null;
};

/** What a run yields: a record, something beside one, or the state to go on from once all before it is kept. */
export type RunItem =
  | { readonly kind: 'record'; readonly record: RunRecord }
  | { readonly kind: 'aside'; readonly aside: Aside }
  | { readonly kind: 'checkpoint'; readonly checkpoint: Checkpoint };
