import { clusterMean } from '../stats/mean-intervals.ts';
import type { RoundRow } from './round-columns.ts';
import type { RunRows } from './run-rows.ts';

/** What is known of single refines of a cell; a round refines once. Blank where no refine ran, or where that was not recorded. */
export type RefinePasses = {
  /** Most pairs that one refine compared, and most bullets that one removed. */
  readonly refine_largest_compared: number | null;
  readonly refine_largest_merged: number | null;
  /** Time that a refine held the run up: the median and the longest. */
  readonly refine_ms_p50: number | null;
  readonly refine_ms_max: number | null;
  /** Val score just after a lazy refine (and what was evicted then) less that just before, mean over refines, with an interval that is robust to runs; and over how many refines. */
  readonly refine_score_change: number | null;
  readonly refine_score_change_low: number | null;
  readonly refine_score_change_high: number | null;
  readonly refine_score_change_n: number | null;
};

/** Sums up the refines of some runs. */
export function refinePasses(runs: readonly RunRows[]): RefinePasses {
  const passes = runs.flatMap(({ rows }) => rows.filter((row) => row.phase === 'train' && (row.refined ?? 0) > 0));
  const ms = known(passes.map((row) => row.refine_ms))?.toSorted((a, b) => a - b) ?? null;
  const changes = runs.map(({ rows }) => scoreChanges(rows));
  const { mean, low, high, n } = clusterMean(
    changes.map((ofRun) => ({ sum: ofRun.reduce((sum, change) => sum + change, 0), n: ofRun.length })),
  );
  return {
    refine_largest_compared: most(known(passes.map((row) => row.refine_comparisons))),
    refine_largest_merged: most(known(passes.map((row) => row.dropped))),
    refine_ms_p50: ms === null ? null : (ms[(ms.length - 1) >> 1]! + ms[ms.length >> 1]!) / 2,
    refine_ms_max: most(ms),
    refine_score_change: mean,
    refine_score_change_low: low,
    refine_score_change_high: high,
    refine_score_change_n: n === 0 ? null : n,
  };
}

/** For each round in which val was attempted before a refine: the score with what was published, less the one before. */
function scoreChanges(rows: readonly RoundRow[]): readonly number[] {
  return rows.flatMap((before) => {
    if (before.which !== 'unrefined') return [];
    const after = rows.find(
      ({ round, phase, which }) =>
        round === before.round && phase === 'val' && (which === 'current' || which === 'refined'),
    );
    return after === undefined || after.score === null || before.score === null ? [] : [after.score - before.score];
  });
}

/** The values; null where there is none or any is unknown. */
function known(values: readonly (number | null)[]): readonly number[] | null {
  const told = values.filter((value) => value !== null);
  return told.length === 0 || told.length < values.length ? null : told;
}

function most(values: readonly number[] | null): number | null {
  return values === null ? null : Math.max(...values);
}
