import { meanCount, milliseconds, percent, shortCount } from '../text/numbers.ts';
import { type SummaryRow, summaryColumns } from './summary-columns.ts';

/** A column of a table for people: a title, and the text of each row's cell. */
export type ShownColumn<Row = SummaryRow> = readonly [title: string, cell: (row: Row) => string];

type Figure = { [name in keyof SummaryRow]: SummaryRow[name] extends number | null ? name : never }[keyof SummaryRow];
type Numeric = Exclude<Figure, `axis:${string}`>;

/** A column of the summary, by its name unless a title is given, and formatted by its unit. */
export function shown(name: Numeric, title: string = name.replaceAll('_', ' ')): ShownColumn {
  const unit = summaryColumns.find((column) => column.name === name)!.unit;
  const format = unit === 'share' || unit === 'difference' ? percent : unit === 'ms' ? milliseconds : meanCount;
  return [unit === 'share' || unit === 'difference' ? `${title} %` : title, (row) => format(row[name])];
}

/** Two counts in short, such as tokens read and written: `12k/3.1k`. */
export function shortPair(first: number | null, second: number | null): string {
  return first === null && second === null ? '' : `${shortCount(first)}/${shortCount(second)}`;
}
