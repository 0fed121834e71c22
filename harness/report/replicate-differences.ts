import { replicatedArm } from '../core/replicate.ts';
import { canonicalJson } from '../core/json.ts';
import { scoreDifference } from './run-scores.ts';
import type { CellRuns } from './cells.ts';
import { counted, pointsInterval } from '../text/numbers.ts';
import { variedCells } from './variants.ts';
import { labelOf } from './cell-label.ts';

/**
 * Arms and their replicates, a line for each pair: an arm against itself, with the same tasks in the same order and another seed for replies. Whatever differs is
 * noise, so a difference between two arms that is no larger than this is none. Runs are paired by data set and seed, as those of two arms are; an arm that
 * learns differs from itself by more than one that does not, since its context depends on replies too. Not repeated for variants.
 */
export function replicateDifferences(cells: readonly CellRuns[]): readonly string[] {
  const varied = new Set(variedCells(cells).map(({ cell }) => cell));
  return cells.flatMap((replicate) => {
    const arm = replicatedArm(replicate.info.arm);
    const axes = canonicalJson(replicate.info.axes);
    const first = cells.find(({ info }) => info.arm === arm && canonicalJson(info.axes) === axes);
    if (first === undefined || varied.has(replicate)) return [];
    const { mean, high, n } = scoreDifference(replicate.scores, first.scores);
    if (n === 0) return [];
    return [
      `replicate of ${labelOf(first.info)} - ${labelOf(first.info)} (the same under other reply seeds): ${pointsInterval(mean, high)}, n = ${counted(n, first.scores.size > 1 ? 'data set' : 'pair')}`,
    ];
  });
}
