import type { Json } from '../core/json.ts';
import type { Experience } from '../core/experience.ts';
import type { Failure } from '../core/failure.ts';
import type { Checkpoint, ContextVersion, RoundRecord } from '../core/records.ts';
import type { Rendered } from '../core/rendered.ts';
import type { Task } from '../core/task.ts';
import type { Phase } from '../core/tools.ts';

/** Where a run stands; changed in place as its items are yielded. */
export type RunState = {
  seq: number;
  trials: number;
  context: Json;
  /** The context as all tasks read it, and as the last round published it; null before round 0 is closed. */
  rendered: Rendered;
  published: Rendered | null;
  best: Checkpoint['best'];
  lessonsSeen: readonly string[];
  previous: RoundRecord | null;
  lastProbe: Checkpoint['lastProbe'];
  /** Why the run is incomplete: infrastructure has failed. */
  failure: Failure | null;
};

export type Attempts = {
  readonly phase: Phase;
  readonly round: number;
  readonly epoch: number;
  readonly tasks: readonly Task[];
  readonly which: ContextVersion;
  /** Another context than the run's own. */
  readonly context?: Json;
};

/** What attempts came to: the mean score, with failures of the model as 0; what may be learnt from them; and whether the context differed by task. */
export type Outcome = {
  readonly score: number;
  readonly experience: readonly Experience[];
  readonly differs: boolean;
};

/** Which round's context was the best on val, null where none was chosen, and whether it is the final one. */
export type BestTested = { readonly round: number | null; readonly isFinal: boolean };

/** Val, with the context of a round. */
export type Probe = NonNullable<Checkpoint['lastProbe']>;
