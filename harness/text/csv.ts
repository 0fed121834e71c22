import { stringify } from 'csv-stringify/sync';

type Field = string | number | boolean | null | undefined;

/**
 * Rows as CSV with a header, by default of what the first row has: nulls are blank, numbers keep six decimals, and text that a spreadsheet would take for a formula
 * (it begins with = + - @, a tab or a carriage return) gets an apostrophe in front. Numbers stay numbers.
 */
export function csvText<Row extends object>(
  rows: readonly Row[],
  columns: readonly string[] = Object.keys(rows[0] ?? {}),
): string {
  return stringify(
    rows.map((row) => columns.map((column) => (row as { readonly [column: string]: Field })[column])),
    {
      header: true,
      columns: [...columns],
      escape_formulas: true,
      record_delimiter: '\n',
      cast: {
        number: (value) => String(Number(value.toFixed(6))),
        // Without this, false would be written as a blank, which means unknown.
        boolean: (value) => String(value),
      },
    },
  );
}
