import { csvText } from '../text/csv.ts';
import { type RoundRow, roundColumns } from './round-row.ts';
import { axisColumns } from './row-axes.ts';

/** Round rows as the text of rounds.csv: the fixed columns, then one per matrix axis that some row has. */
export function roundCsv(rows: readonly RoundRow[]): string {
  return csvText([...roundColumns, ...axisColumns(rows)], rows);
}
