import type { Column, ColumnType, Field, NoFigures } from '../column.ts';
import type { SummarySource } from '../summary-source.ts';

/** Name and meaning of a column of summary.csv, its type and unit, and how it is made of what is known of the cell. */
export function column<const Name extends string, Value extends Field>(
  name: Name,
  type: ColumnType,
  unit: string,
  meaning: string,
  of: (source: SummarySource) => Value,
): Column<Name, SummarySource, Value, NoFigures> {
  return { name, type, unit, meaning, of, figures: {} };
}
