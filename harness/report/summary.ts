import { from } from 'arquero';
import { mean, sampleDeviation } from '../stats/descriptive.ts';
import type { Interval } from '../stats/mean-intervals.ts';
import { allScores, scoreDifference, scoreInterval } from './run-scores.ts';
import { rowAxes } from './cell-label.ts';
import { type CellRuns, controlOf, groupCells, tooOften } from './cells.ts';
import { rowOf } from './column.ts';
import { roundColumns } from './round-columns.ts';
import { refinePasses } from './refine-passes.ts';
import type { RunRows } from './run-rows.ts';
import { figuresOf, type NamedFigure, type RoundColumns, type RunFigures, whole } from './run-totals.ts';
import { type SummaryRow, summaryColumnsOf } from './summary-columns.ts';
import type { CellCounts, SummarySource } from './summary-source.ts';

/** An experiment rolled up, once for all that is shown of it: its runs, their cells, and a row for each cell. */
export type RollUp = {
  readonly runs: readonly RunRows[];
  readonly cells: readonly CellRuns[];
  /** In the order of the cells. */
  readonly rows: readonly SummaryRow[];
  /** Runs whose files could not be read, which are in no figure. */
  readonly leftOut: readonly LeftOut[];
  /** Runs that lie beside these and belong to another config, which are in no figure either. */
  readonly others: readonly string[];
};

export type LeftOut = { readonly runId: string; readonly why: string };

/**
 * Rolls runs up: one row per cell in the order in which runs name them. Means, deviations and t intervals are over runs and leave incomplete runs
 * out; differences are to the cell of the suite's control arm, paired by seed. `columns` are those that the runs' rows have.
 */
export function rollUp(runs: readonly RunRows[], columns: RoundColumns = roundColumns): RollUp {
  const figures = figuresOf(columns);
  const shown = summaryColumnsOf(columns);
  const cells = groupCells(runs, figures);
  const rows = cells.map((cell): SummaryRow => {
    const source = sourceOf(cell, controlOf(cells, cell), figures);
    // The columns are the row's type.
    return { ...rowOf(shown, source), ...rowAxes(cell.info.axes) } as SummaryRow;
  });
  return { runs, cells, rows, leftOut: [], others: [] };
}

function sourceOf(cell: CellRuns, control: CellRuns | null, figures: readonly NamedFigure[]): SummarySource {
  const scores = allScores(cell.scores);
  const hasVerdict = control !== null && tooOften(cell) === null && tooOften(control) === null;
  return {
    ...{ cell, control, scores },
    means: meansOf(cell, figures),
    counts: countsOf(cell),
    score: scoreInterval(cell.scores),
    sd: sampleDeviation(scores),
    best: bestInterval(cell),
    difference: hasVerdict ? scoreDifference(cell.scores, control.scores) : null,
    passes: refinePasses(cell.runs.filter(({ status }) => status === 'complete')),
  };
}

function meansOf({ complete }: CellRuns, figures: readonly NamedFigure[]): RunFigures {
  const names = figures.map(({ figure }) => figure);
  if (complete.length === 0) return Object.fromEntries(names.map((name) => [name, null])) as RunFigures;
  const means = Object.fromEntries(names.map((name) => [name, whole('mean', name)]));
  return from([...complete])
    .rollup(means)
    .object() as RunFigures;
}

function countsOf({ complete, all }: CellRuns): CellCounts {
  const sum = <Key extends string>(runs: readonly { readonly [key in Key]: number }[], key: Key): number =>
    runs.reduce((total, run) => total + run[key], 0);
  const known = (key: 'test_n' | 'val_n' | 'largest_fall' | 'val_tail' | 'val_drop'): readonly number[] =>
    complete.flatMap((run) => run[key] ?? []);
  const most = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values));
  const meanOf = (key: 'val_tail' | 'val_drop'): number | null =>
    known(key).length < complete.length ? null : mean(known(key));
  const tests = known('test_n');
  const runsThat = (does: (refined: number, rounds: number) => boolean): number | null =>
    refined.length === 0 || refined.length < complete.length
      ? null
      : complete.filter(({ rounds, rounds_refined }) => does(rounds_refined!, rounds)).length;
  const refined = complete.flatMap(({ rounds_refined }) => rounds_refined ?? []);
  return {
    test_n: tests.length === 0 ? null : Math.min(...tests),
    test_n_max: most(tests),
    val_n: most(known('val_n')),
    rounds: sum(complete, 'rounds'),
    rounds_refined:
      refined.length === 0 || refined.length < complete.length ? null : refined.reduce((total, one) => total + one, 0),
    runs_refined: runsThat((refined) => refined > 0),
    runs_always_refined: runsThat((refined, rounds) => refined === rounds),
    largest_fall: most(known('largest_fall')),
    val_tail: meanOf('val_tail'),
    val_drop: meanOf('val_drop'),
    falls: sum(complete, 'falls'),
    probe_pairs: sum(complete, 'probe_pairs'),
    attempts: sum(all, 'attempts'),
    failed_model: sum(all, 'failed_model'),
    failed_infra: sum(all, 'failed_infra'),
  };
}

/** Blank unless every complete run has a best-on-val score: a mean over some of them would be over the luckier ones. */
function bestInterval({ complete, bestScores }: CellRuns): Interval {
  const n = allScores(bestScores).length;
  return n === complete.length ? scoreInterval(bestScores) : { n, mean: null, low: null, high: null };
}
