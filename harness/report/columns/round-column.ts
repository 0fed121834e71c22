import type { Column, ColumnType, Field, NoFigures, RunFigure } from '../column.ts';
import type { Learned, RowSource } from '../row-source.ts';

/** Name and meaning of a column of rounds.csv, its type and unit, and how it is made of what is known of the row. */
export function column<
  const Name extends string,
  Value extends Field,
  const Figures extends Record<string, RunFigure> = NoFigures,
>(
  name: Name,
  type: ColumnType,
  unit: string,
  meaning: string,
  of: (source: RowSource) => Value,
  figures: Figures = {} as Figures,
): Column<Name, RowSource, Value, Figures> {
  return { name, type, unit, meaning, of, figures };
}

/** A column that only learning rows fill. */
export function learnt<
  const Name extends string,
  Value extends Field,
  const Figures extends Record<string, RunFigure> = NoFigures,
>(
  name: Name,
  type: ColumnType,
  unit: string,
  meaning: string,
  of: (learned: Learned, source: RowSource) => Value | null | undefined,
  figures: Figures = {} as Figures,
): Column<Name, RowSource, Value | null, Figures> {
  const ofSource = (source: RowSource): Value | null =>
    source.learned === null ? null : (of(source.learned, source) ?? null);
  return column(name, type, unit, meaning, ofSource, figures);
}
