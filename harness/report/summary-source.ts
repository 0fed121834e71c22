import type { Interval } from '../stats/mean-intervals.ts';
import type { CellRuns } from './cells.ts';
import type { RefinePasses } from './refine-passes.ts';
import type { RunFigures } from './run-totals.ts';

/** All that a row of summary.csv is made of: a cell (suite, arm, axes) over its complete runs. */
export type SummarySource = {
  readonly cell: CellRuns;
  readonly control: CellRuns | null;
  /** Means of the runs' figures; null where any of them is unknown. */
  readonly means: RunFigures;
  readonly counts: CellCounts;
  readonly scores: readonly number[];
  readonly score: Interval;
  readonly sd: number | null;
  readonly best: Interval;
  readonly difference: Interval | null;
  readonly passes: RefinePasses;
};

/** Over the complete runs of a cell, but attempts and failures, which are of all. */
export type CellCounts = {
  readonly test_n: number | null;
  readonly test_n_max: number | null;
  readonly val_n: number | null;
  readonly rounds: number;
  readonly rounds_refined: number | null;
  readonly runs_refined: number | null;
  readonly runs_always_refined: number | null;
  readonly largest_fall: number | null;
  readonly val_tail: number | null;
  readonly val_drop: number | null;
  readonly falls: number;
  readonly probe_pairs: number;
  readonly attempts: number;
  readonly failed_model: number;
  readonly failed_infra: number;
};
