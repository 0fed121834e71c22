import { canonicalJson, type Json } from '../core/json.ts';
import type { CellRuns } from './cells.ts';

/** A cell that is another one of the same arm with something varied. */
export type VariedCell = {
  readonly cell: CellRuns;
  readonly base: CellRuns;
  readonly varied: { readonly [path: string]: Json };
};

/** The cells that vary another: that has fewer axes, all of them at the same values. A matrix has none, since its points have the same axes. */
export function variedCells(cells: readonly CellRuns[]): readonly VariedCell[] {
  return cells.flatMap((cell) => {
    const base = cells.filter((other) => isWithin(other, cell)).toSorted((a, b) => axisCount(a) - axisCount(b))[0];
    if (base === undefined) return [];
    const own = Object.entries(cell.info.axes).filter(([path]) => !Object.hasOwn(base.info.axes, path));
    return [{ cell, base, varied: Object.fromEntries(own) }];
  });
}

/** What was varied, as it is printed: `model.dilution=0.1`. */
export function variedText(varied: VariedCell['varied']): string {
  return Object.entries(varied)
    .map(([path, value]) => `${path}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}

function isWithin({ info: a }: CellRuns, { info: b }: CellRuns): boolean {
  if (a.suite !== b.suite || a.arm !== b.arm || Object.keys(a.axes).length >= Object.keys(b.axes).length) return false;
  return Object.entries(a.axes).every(
    ([path, value]) => Object.hasOwn(b.axes, path) && canonicalJson(value) === canonicalJson(b.axes[path]!),
  );
}

function axisCount({ info }: CellRuns): number {
  return Object.keys(info.axes).length;
}
