import { replicatedArm } from '../core/replicate.ts';
import type { RowAxes } from './round-row.ts';
import { axisColumns, rowAxes } from './row-axes.ts';
import type { RunInfo } from './run-info.ts';

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
