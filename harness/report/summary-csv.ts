import { csvText } from '../text/csv.ts';
import { axisColumns } from './row-axes.ts';
import { type SummaryRow, summaryColumns } from './summary-row.ts';

/** Summary rows as the text of summary.csv: the fixed columns, then one per matrix axis that some row has. */
export function summaryCsv(rows: readonly SummaryRow[]): string {
  return csvText([...summaryColumns, ...axisColumns(rows)], rows);
}
