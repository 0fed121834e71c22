import { canonicalJson } from '../core/json.ts';
import type { Interval } from '../stats/mean-intervals.ts';
import { counted, pointsInterval } from '../text/numbers.ts';
import { labelOf } from './cell-label.ts';
import type { CellRuns } from './cells.ts';
import { groupBy } from './group-by.ts';
import { isRewriter } from './rewriters.ts';
import { scoreDifference } from './run-scores.ts';
import type { SummaryRow } from './summary-columns.ts';

const swept = ['model.omission', 'model.collapse'] as const;

/** The difference of mean scores, rewriting less refining, at one value of what is swept. */
export type Difference = { readonly value: number; readonly difference: number };

/**
 * Where rewriting and refining deltas break even: for each value of a swept loss parameter the mean scores are compared, rewriting less refining,
 * paired by seed; a line for each two arms and all else that is varied. Nothing where no loss parameter is swept.
 */
export function breakEvenRemarks(cells: readonly CellRuns[], rows: readonly SummaryRow[]): readonly string[] {
  return swept.flatMap((axis) => {
    const onAxis = cells.flatMap((cell, index) =>
      typeof cell.info.axes[axis] === 'number' ? [{ cell, row: rows[index]!, value: cell.info.axes[axis] }] : [],
    );
    const groups = groupBy(onAxis, ({ cell }) => canonicalJson(without(cell.info.axes, axis)));
    return [...groups.values()].flatMap((group) => {
      const arms = [...groupBy(group, ({ cell }) => cell.info.arm).values()].filter((points) => points.length > 1);
      const rewriters = arms.filter((points) => points.every(({ row }) => isRewriter(row)));
      const refiners = arms.filter((points) => points.every(({ cell }) => cell.info.refineMode !== null));
      return rewriters.flatMap((rewriter) => refiners.map((refiner) => lineOf(axis, rewriter, refiner)));
    });
  });
}

type Point = { readonly cell: CellRuns; readonly value: number };

function lineOf(axis: string, rewriter: readonly Point[], refiner: readonly Point[]): string {
  const compared = rewriter
    .flatMap(({ cell, value }) => {
      const other = refiner.find((point) => point.value === value);
      if (other === undefined) return [];
      const interval = scoreDifference(cell.scores, other.cell.scores);
      return interval.mean === null ? [] : [{ value, interval, difference: interval.mean }];
    })
    .sort((a, b) => a.value - b.value);
  const { info } = rewriter[0]!.cell;
  const [a, b] = [rewriter, refiner].map(([point]) => labelOf({ ...point!.cell.info, axes: {} }));
  const others = labelOf({ arm: '', axes: without(info.axes, axis) }).trim();
  const found = breakEven(compared);
  const n = Math.min(...compared.map(({ interval }) => interval.n));
  const differences = compared.map(
    ({ value, interval }) => `${pointsInterval(interval.mean, interval.high)} at ${value}`,
  );
  return (
    `break-even of ${a} with ${b}${others === '' ? '' : ` at ${others}`}: ` +
    `${found === null ? 'not reached' : `${axis.slice('model.'.length)} ${found.toFixed(3)}`} ` +
    `(${compared.some(({ interval }) => isSeen(interval)) ? '' : 'every interval includes 0, so noise alone may do it; '}` +
    `n = ${counted(n, rewriter[0]!.cell.scores.size > 1 ? 'data set' : 'pair')}; ${a} - ${b}: ${differences.join(', ')})`
  );
}

/**
 * The value from which on rewriting is behind, by linear interpolation to the last value at which it was ahead; null where it is ahead at the last
 * value, or at none.
 */
export function breakEven(points: readonly Difference[]): number | null {
  const at = points.findLastIndex(({ difference }) => difference > 0);
  const [before, after] = [points[at], points[at + 1]];
  if (before === undefined || after === undefined) return null;
  const share = before.difference / (before.difference - after.difference);
  return before.value + share * (after.value - before.value);
}

function isSeen({ low, high }: Interval): boolean {
  return low !== null && high !== null && (low > 0 || high < 0);
}

function without(axes: CellRuns['info']['axes'], axis: string): CellRuns['info']['axes'] {
  return Object.fromEntries(Object.entries(axes).filter(([path]) => path !== axis));
}
