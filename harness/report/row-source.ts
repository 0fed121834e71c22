import type { BulletHealth } from '../analysis/bullet-watch.ts';
import type { RoundRecord, ContextVersion } from '../core/records.ts';
import type { Phase } from '../core/tools.ts';
import type { ContextSize, RefineCost, RoundSum } from './round-sum.ts';
import type { RunInfo } from './run-info.ts';
import type { TrialTally, TallyScore } from './trial-tally.ts';

/** All that a row of rounds.csv is made of. */
export type RowSource = {
  readonly info: RunInfo;
  readonly round: number;
  readonly phase: Phase;
  readonly which: ContextVersion;
  readonly trials: TrialTally;
  readonly score: TallyScore;
  /** What the round published; null where that is unknown, and for a context that was refined before it was published. */
  readonly published: RoundRecord | null;
  readonly size: ContextSize;
  /** What the round did and cost: on its learning row only, which is that of its train or online attempts. */
  readonly learned: Learned | null;
};

export type Learned = {
  readonly sum: RoundSum;
  /** Null for contexts without bullets. */
  readonly changes: RoundSum['changes'] | null;
  /** Null where refining has no meaning: free text that never embedded, compared or asked anything for it. */
  readonly refine: RefineCost | null;
  readonly health: BulletHealth;
};
