/** What a cell of a table may hold. Null is unknown or without meaning: a blank in a CSV, and never 0. */
export type Field = string | number | boolean | null;

export type ColumnType = 'text' | 'number' | 'boolean';

/**
 * How a run's rows become one figure, which `summary.csv` then shows as a mean over complete runs: the sum or the mean over its learning rows, the
 * value on the last of them, or that of the final context on test. Null where any part of it is unknown, but for `meanKnown`.
 */
export type RunFigure = 'sum' | 'mean' | 'meanKnown' | 'last' | 'tested';

/** Of a column that no figure of the summary is made of. */
export type NoFigures = Readonly<Record<never, RunFigure>>;

/** The one home of a column: from it come the types of rows, CSV files, tables and `ace-bench columns`. */
export type Column<
  Name extends string = string,
  Source = never,
  Value extends Field = Field,
  Figures extends { readonly [name: string]: RunFigure } = { readonly [name: string]: RunFigure },
> = {
  readonly name: Name;
  readonly type: ColumnType;
  /** Of the value: `share` (0 to 1), `tokens`, `ms`, …; empty where it is no quantity. */
  readonly unit: string;
  readonly meaning: string;
  readonly of: (source: Source) => Value;
  /** Columns of the summary that are made of this one. */
  readonly figures: Figures;
};

/** Rows with one cell for each column. */
export type RowOf<Columns extends readonly Column[]> = {
  readonly [C in Columns[number] as C['name']]: C extends { readonly of: (source: never) => infer Value }
    ? Value
    : never;
};

/** The names of the figures that columns name for the summary. */
export type FigureOf<Columns extends readonly Column[]> = keyof UnionToIntersection<Columns[number]['figures']> &
  string;

type UnionToIntersection<T> = (T extends unknown ? (part: T) => void : never) extends (part: infer R) => void
  ? R
  : never;

/** The cells of one row. */
export function rowOf<Source>(
  columns: readonly Column<string, Source>[],
  source: Source,
): { readonly [name: string]: Field } {
  return Object.fromEntries(columns.map(({ name, of }) => [name, of(source)]));
}
