import { csvText } from '../text/csv.ts';
import { axisColumns } from './cell-label.ts';
import { type RoundRow, roundColumns } from './round-columns.ts';
import { type SummaryRow, summaryColumns } from './summary-columns.ts';

type Named = { readonly name: string };

/** Round rows as the text of rounds.csv: the fixed columns, then one per matrix axis that some row has. */
export function roundCsv(rows: readonly RoundRow[], columns: readonly Named[] = roundColumns): string {
  return csvText(rows, [...columns.map(({ name }) => name), ...axisColumns(rows)]);
}

/** Summary rows as the text of summary.csv: the fixed columns, then one per matrix axis that some row has. */
export function summaryCsv(rows: readonly SummaryRow[], columns: readonly Named[] = summaryColumns): string {
  return csvText(rows, [...columns.map(({ name }) => name), ...axisColumns(rows)]);
}
