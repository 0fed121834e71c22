import type { Json } from '../core/json.ts';
import { replicatedArm } from '../core/replicate.ts';
import type { RunInfo } from './run-info.ts';

/** A row's matrix axes, each by its path. */
export type RowAxes = { readonly [axis: `axis:${string}`]: string | number | boolean | null };

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

/** An arm with its matrix point: `ace-lazy refine.threshold=0.85`. */
export function cellLabel(row: { readonly arm: string } & RowAxes): string {
  const path = (axis: string): string =>
    axis.slice('axis:'.length).replace(`arms.${replicatedArm(row.arm) ?? row.arm}.`, '');
  return [row.arm, ...axisColumns([row]).map((axis) => `${path(axis)}=${row[axis]}`)].join(' ');
}

/** The label of a run's cell. */
export function labelOf({ arm, axes }: Pick<RunInfo, 'arm' | 'axes'>): string {
  return cellLabel({ arm, ...rowAxes(axes) });
}
