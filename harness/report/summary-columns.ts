import type { Interval } from '../stats/mean-intervals.ts';
import type { CellRuns } from './cells.ts';
import type { RowAxes } from './cell-label.ts';
import type { Column, ColumnType, Field, NoFigures, RowOf } from './column.ts';
import { worstFailure } from './failure-shares.ts';
import type { RefinePasses } from './refine-passes.ts';
import { roundColumns } from './round-columns.ts';
import { figuresOf, type RoundColumns, type RunFigures } from './run-totals.ts';

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

function column<const Name extends string, Value extends Field>(
  name: Name,
  type: ColumnType,
  unit: string,
  meaning: string,
  of: (source: SummarySource) => Value,
): Column<Name, SummarySource, Value, NoFigures> {
  return { name, type, unit, meaning, of, figures: {} };
}

const keyColumns = [
  column('experiment', 'text', '', 'Name of the experiment.', ({ cell }) => cell.info.experiment),
  column('suite', 'text', '', 'Suite of tasks.', ({ cell }) => cell.info.suite),
  column('arm', 'text', '', 'Arm of the experiment: a method with its options.', ({ cell }) => cell.info.arm),
  column('method', 'text', '', 'Method that evolves the context.', ({ cell }) => cell.info.method),
  column(
    'refine_mode',
    'text',
    '',
    'When the method refines; blank for one that never could.',
    ({ cell }) => cell.info.refineMode,
  ),
  column(
    'threshold',
    'number',
    'cosine',
    'Merge threshold: bullets may merge iff their cosine exceeds it.',
    ({ cell }) => cell.info.threshold,
  ),
  column('embedder', 'text', '', 'What cosines are taken with.', ({ cell }) => cell.info.embedderId),
  column('data_seed', 'number', '', 'Seed of the data set; blank where there are several.', ({ cell }) =>
    cell.scores.size > 1 ? null : cell.info.dataSeed,
  ),
  column('data_sets', 'number', 'data sets', 'Data sets that complete runs were on.', ({ cell }) => cell.scores.size),
  column('runs', 'number', 'runs', 'Complete runs, which all figures are over.', ({ cell }) => cell.complete.length),
  column(
    'runs_incomplete',
    'number',
    'runs',
    'Runs left out, since they were cut short or infrastructure failed.',
    ({ cell }) => cell.runs.length - cell.complete.length,
  ),
  column('test_n', 'number', 'attempts', 'Test attempts per run, the fewest of any.', ({ counts }) => counts.test_n),
  column(
    'test_n_max',
    'number',
    'attempts',
    'Test attempts per run, the most of any.',
    ({ counts }) => counts.test_n_max,
  ),
  column('val_n', 'number', 'attempts', 'Val attempts per probe.', ({ counts }) => counts.val_n),
  column(
    'score',
    'number',
    'share',
    'Score of the final context on test, online of all attempts: mean over runs.',
    ({ score }) => score.mean,
  ),
  column('score_unit', 'text', '', 'What the suite scores.', ({ cell }) => cell.info.suiteAbout.scoreUnit),
  column(
    'score_n',
    'number',
    '',
    'What intervals are over: data sets where there are several, each by the mean of its runs, else runs.',
    ({ score }) => score.n,
  ),
  column('score_low', 'number', 'share', 'Low end of its 95 % t interval over those.', ({ score }) => score.low),
  column('score_high', 'number', 'share', 'High end of that interval.', ({ score }) => score.high),
  column('score_sd', 'number', 'share', 'Sample deviation of the score over runs.', ({ sd }) => sd),
  column(
    'best_score',
    'number',
    'share',
    'Score of the best context on val, on test: mean over runs.',
    ({ best }) => best.mean,
  ),
  column('best_low', 'number', 'share', 'Low end of its 95 % t interval.', ({ best }) => best.low),
  column('best_high', 'number', 'share', 'High end of that interval.', ({ best }) => best.high),
  column('control', 'text', '', 'Arm compared with.', ({ control }) => control?.info.arm ?? null),
  column(
    'diff',
    'number',
    'difference',
    'Score less that of the control, paired by data set and seed: mean over pairs.',
    ({ difference }) => difference?.mean ?? null,
  ),
  column(
    'diff_low',
    'number',
    'difference',
    'Low end of its 95 % t interval.',
    ({ difference }) => difference?.low ?? null,
  ),
  column(
    'diff_high',
    'number',
    'difference',
    'High end of that interval.',
    ({ difference }) => difference?.high ?? null,
  ),
  column(
    'diff_pairs',
    'number',
    'pairs',
    'Pairs that the interval is over: of data sets where there are several, else of runs.',
    ({ difference }) => difference?.n ?? null,
  ),
] as const;

const lastColumns = [
  column(
    'evict_tie_share',
    'number',
    'share',
    'Evicted bullets that the order of addition decided, over all evicted.',
    ({ means }) => shareOf(means.evict_ties, means.evicted),
  ),
  column(
    'refine_largest_compared',
    'number',
    'pairs',
    'Most pairs that one refine compared.',
    ({ passes }) => passes.refine_largest_compared,
  ),
  column(
    'refine_largest_merged',
    'number',
    'bullets',
    'Most bullets that one refine removed.',
    ({ passes }) => passes.refine_largest_merged,
  ),
  column(
    'refine_ms_p50',
    'number',
    'ms',
    'Median time that a refine held the run up.',
    ({ passes }) => passes.refine_ms_p50,
  ),
  column('refine_ms_max', 'number', 'ms', 'Longest time that one did.', ({ passes }) => passes.refine_ms_max),
  column(
    'refine_score_change',
    'number',
    'difference',
    'Val score just after a lazy refine, with what was evicted then, less that just before: mean over refines.',
    ({ passes }) => passes.refine_score_change,
  ),
  column(
    'refine_score_change_low',
    'number',
    'difference',
    'Low end of its 95 % interval, robust to runs.',
    ({ passes }) => passes.refine_score_change_low,
  ),
  column(
    'refine_score_change_high',
    'number',
    'difference',
    'High end of that interval.',
    ({ passes }) => passes.refine_score_change_high,
  ),
  column(
    'refine_score_change_n',
    'number',
    'passes',
    'Refines with a probe before and after.',
    ({ passes }) => passes.refine_score_change_n,
  ),
  column(
    'val_tail',
    'number',
    'share',
    'Val score of the last third of the probes: mean over runs. The final score alone is read at a random point between two evictions.',
    ({ counts }) => counts.val_tail,
  ),
  column(
    'val_drop',
    'number',
    'difference',
    'Best val score of any probe of a run less that: mean over runs.',
    ({ counts }) => counts.val_drop,
  ),
  column(
    'val_largest_drop',
    'number',
    'difference',
    'Largest fall of the val score from one probe to the next in any run; 0 where it never fell.',
    ({ counts }) => (counts.probe_pairs === 0 ? null : Math.max(0, counts.largest_fall ?? 0)),
  ),
  column(
    'val_share_falls',
    'number',
    'share',
    'Probes that fell by more than 0.02 from the one before, over all that have one before.',
    ({ counts }) => shareOf(counts.falls, counts.probe_pairs),
  ),
  column('rounds', 'number', 'rounds', 'Rounds learnt from, over all complete runs.', ({ counts }) => counts.rounds),
  column('rounds_refined', 'number', 'rounds', 'Rounds in which refine ran.', ({ counts }) => counts.rounds_refined),
  column('runs_refined', 'number', 'runs', 'Complete runs in which refine ran.', ({ counts }) => counts.runs_refined),
  column(
    'runs_always_refined',
    'number',
    'runs',
    'Complete runs in which it ran in every round.',
    ({ counts }) => counts.runs_always_refined,
  ),
  column(
    'attempts',
    'number',
    'attempts',
    'Attempts of all phases, those of incomplete runs among them.',
    ({ counts }) => counts.attempts,
  ),
  column('failed_model', 'number', 'attempts', 'Those that the model failed.', ({ counts }) => counts.failed_model),
  column(
    'failed_infra',
    'number',
    'attempts',
    'Those that infrastructure failed.',
    ({ counts }) => counts.failed_infra,
  ),
  column(
    'failed_share',
    'number',
    'share',
    'Failures by the model or a part over what was asked, of that which failed most often; above `maxFailedShare` there is no verdict.',
    ({ cell }) => {
      const worst = worstFailure(cell.failures);
      return worst === null ? null : worst.failed / worst.of;
    },
  ),
  column(
    'failed_most',
    'text',
    '',
    'What that is: attempts, calls of a role, or adaptations; blank where nothing failed.',
    ({ cell }) => {
      const worst = worstFailure(cell.failures);
      return worst === null || worst.failed === 0 ? null : worst.what;
    },
  ),
] as const;

type FigureColumn = Column<Exclude<keyof RunFigures, 'score'>, SummarySource, number | null, NoFigures>;

function figureColumns(columns: RoundColumns): readonly FigureColumn[] {
  return figuresOf(columns).flatMap(({ figure, unit, meaning }) =>
    // The score has columns of its own, with intervals.
    figure === 'score' ? [] : [column(figure, 'number', unit, meaning, ({ means }): number | null => means[figure])],
  );
}

/** The columns of summary.csv in their order, those that columns of rounds.csv name among them; those of matrix axes follow. */
export function summaryColumnsOf(columns: RoundColumns) {
  return [...keyColumns, ...figureColumns(columns), ...lastColumns] as const;
}

/** The columns of summary.csv as it is written. */
export const summaryColumns = summaryColumnsOf(roundColumns);

/** One line of summary.csv. Scores are shares of 1, null is a blank. */
export type SummaryRow = RowOf<typeof keyColumns> & RowOf<typeof lastColumns> & Omit<RunFigures, 'score'> & RowAxes;

function shareOf(part: number | null, all: number | null): number | null {
  return part === null || all === null || all === 0 ? null : part / all;
}
