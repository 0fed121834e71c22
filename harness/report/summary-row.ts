import type { RefinePasses } from './refine-passes.ts';
import type { RowAxes } from './round-row.ts';

/** One line of summary.csv: a cell (suite, arm, axes) over its complete runs. Scores are shares of 1, null is a blank. */
export type SummaryRow = {
  readonly experiment: string;
  readonly suite: string;
  readonly arm: string;
  readonly method: string;
  readonly refine_mode: string | null;
  readonly threshold: number | null;
  readonly embedder: string;
  readonly runs: number;
  readonly runs_incomplete: number;
  /** Test tasks per run: the fewest and the most of any run. */
  readonly test_n: number | null;
  readonly test_n_max: number | null;
  readonly val_n: number | null;
  /** Final context on test: mean over runs with its t interval, and the sample deviation over runs. */
  readonly score: number | null;
  readonly score_unit: string;
  readonly score_low: number | null;
  readonly score_high: number | null;
  readonly score_sd: number | null;
  /** Best-on-val context on test. */
  readonly best_score: number | null;
  readonly best_low: number | null;
  readonly best_high: number | null;
  readonly tgc: number | null;
  readonly sgc: number | null;
  /** The arm compared with, and score - its score, paired by seed. */
  readonly control: string | null;
  readonly diff: number | null;
  readonly diff_low: number | null;
  readonly diff_high: number | null;
  readonly diff_pairs: number | null;
  /** Of the final context, mean over runs. */
  readonly context_tokens: number | null;
  readonly bullets: number | null;
  /** Mean over the contexts of all rounds, then over runs. */
  readonly context_tokens_mean: number | null;
  /** From here to `vetoed`: totals of a run over its rounds, mean over runs. */
  readonly refine_ms: number | null;
  readonly refine_embedded: number | null;
  readonly refine_comparisons: number | null;
  readonly maintenance_tokens: number | null;
  readonly reflector_tokens: number | null;
  readonly refines: number | null;
  readonly evictions: number | null;
  readonly dropped: number | null;
  readonly vetoed: number | null;
  /** Times that bullets were evicted, per run; and the share of evictions that the order of addition decided, over all runs. */
  readonly evict_events: number | null;
  readonly evict_tie_share: number | null;
  /** Of the bullets after the last round, and of all rounds: means over runs. */
  readonly unused: number | null;
  readonly harmful: number | null;
  readonly conflicts: number | null;
  readonly vague: number | null;
  readonly churn_mean: number | null;
  /** Largest fall of the val score from one probe to the next in any run, 0 where it never fell; and the share of probes that fell by more than 0.02. */
  readonly val_largest_drop: number | null;
  readonly val_share_falls: number | null;
  /** Rounds trained and rounds in which refine ran, over all runs. */
  readonly rounds: number;
  readonly rounds_refined: number | null;
  /** Attempts of all phases and their failures, incomplete runs included. */
  readonly attempts: number;
  readonly failed_model: number;
  readonly failed_infra: number;
} & RefinePasses &
  RowAxes;

/** The columns of summary.csv in their order; axes follow. */
export const summaryColumns = [
  'experiment',
  'suite',
  'arm',
  'method',
  'refine_mode',
  'threshold',
  'embedder',
  'runs',
  'runs_incomplete',
  'test_n',
  'test_n_max',
  'val_n',
  'score',
  'score_unit',
  'score_low',
  'score_high',
  'score_sd',
  'best_score',
  'best_low',
  'best_high',
  'tgc',
  'sgc',
  'control',
  'diff',
  'diff_low',
  'diff_high',
  'diff_pairs',
  'context_tokens',
  'bullets',
  'context_tokens_mean',
  'refine_ms',
  'refine_embedded',
  'refine_comparisons',
  'maintenance_tokens',
  'reflector_tokens',
  'refines',
  'evictions',
  'dropped',
  'vetoed',
  'evict_events',
  'evict_tie_share',
  'refine_largest_compared',
  'refine_largest_merged',
  'refine_ms_p50',
  'refine_ms_max',
  'refine_score_change',
  'refine_score_change_low',
  'refine_score_change_high',
  'refine_score_change_n',
  'unused',
  'harmful',
  'conflicts',
  'vague',
  'churn_mean',
  'val_largest_drop',
  'val_share_falls',
  'rounds',
  'rounds_refined',
  'attempts',
  'failed_model',
  'failed_infra',
] as const satisfies readonly (keyof SummaryRow)[];
