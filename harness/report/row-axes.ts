import type { Json } from '../core/json.ts';
import type { RowAxes } from './round-row.ts';

/** A matrix point as columns: `refine.threshold` -> `axis:refine.threshold`; values that are no scalar become JSON text. */
export function rowAxes(axes: { readonly [path: string]: Json }): RowAxes {
  return Object.fromEntries(
    Object.entries(axes).map(([path, value]) => [
      `axis:${path}`,
      value !== null && typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  );
}

/** The names of all axis columns that some row has, in order of first appearance: rows of arms without an axis lack its column. */
export function axisColumns(rows: readonly object[]): readonly `axis:${string}`[] {
  const found = new Set<`axis:${string}`>();
  for (const row of rows)
    for (const column of Object.keys(row)) if (column.startsWith('axis:')) found.add(column as `axis:${string}`);
  return [...found];
}
