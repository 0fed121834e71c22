import { axisColumns } from './row-axes.ts';
import type { SummaryRow } from './summary-row.ts';

/** An arm with its matrix point: `ace-lazy refine.threshold=0.85`. */
export function cellLabel(row: SummaryRow): string {
  const path = (axis: string): string => axis.slice('axis:'.length).replace(`arms.${row.arm}.`, '');
  return [row.arm, ...axisColumns([row]).map((axis) => `${path(axis)}=${row[axis]}`)].join(' ');
}
