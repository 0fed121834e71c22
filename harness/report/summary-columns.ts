import type { RowAxes } from './cell-label.ts';
import type { Column, NoFigures, RowOf } from './column.ts';
import { column } from './columns/summary-column.ts';
import { keyColumns } from './columns/summary-key.ts';
import { lastColumns } from './columns/summary-last.ts';
import { roundColumns } from './round-columns.ts';
import { figuresOf, type RoundColumns, type RunFigures } from './run-totals.ts';
import type { SummarySource } from './summary-source.ts';

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
