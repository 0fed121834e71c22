import { replicatedArm } from '../core/replicate.ts';
import { canonicalJson } from '../core/json.ts';
import type { Interval } from '../stats/mean-intervals.ts';
import { scoreDifference } from './run-scores.ts';
import { axesAgree, type CellRuns } from './cells.ts';
import { labelOf } from './cell-label.ts';
import { counted, pointsInterval } from '../text/numbers.ts';
import { variedCells, variedText } from './variants.ts';

/** Two arms whose mean scores stand in one order in the experiment as it is, and in the other under a variant. */
export type RankingChange = {
  readonly variant: string;
  readonly arms: readonly [string, string];
  /** The first arm's score less the second's, paired by seed. */
  readonly base: Interval;
  readonly varied: Interval;
  /** True where both intervals leave 0 out, on opposite sides; else the orders may differ by noise alone. */
  readonly flips: boolean;
};

/** What became of the order of arms under the variants of a suite. */
export type Rankings = {
  readonly variants: number;
  /** Pairs of arms compared, over all variants. */
  readonly pairs: number;
  readonly changes: readonly RankingChange[];
};

/**
 * Compares the order of every two arms under each variant with their order without it; null where nothing was varied. An arm that a variant
 * does not concern stays as it is; arms that run again are left out.
 */
export function rankings(cells: readonly CellRuns[]): Rankings | null {
  const firsts = cells.filter(({ info }) => replicatedArm(info.arm) === null);
  const varied = variedCells(firsts);
  if (varied.length === 0) return null;
  const isVaried = new Set(varied.map(({ cell }) => cell));
  const bases = firsts.filter((cell) => !isVaried.has(cell));
  const variants = new Map(varied.map((one) => [canonicalJson(one.varied), variedText(one.varied)]));
  const changes: RankingChange[] = [];
  let pairs = 0;
  for (const [key, variant] of variants) {
    const cellsUnder = new Map(
      varied.filter((one) => canonicalJson(one.varied) === key).map((one) => [one.base, one.cell]),
    );
    for (const [i, a] of bases.entries())
      for (const b of bases.slice(i + 1)) {
        if (!axesAgree(a.info, b.info) || !(cellsUnder.has(a) || cellsUnder.has(b))) continue;
        pairs++;
        const base = scoreDifference(a.scores, b.scores);
        const under = scoreDifference((cellsUnder.get(a) ?? a).scores, (cellsUnder.get(b) ?? b).scores);
        if (Math.sign(base.mean ?? 0) * Math.sign(under.mean ?? 0) >= 0) continue;
        const arms = [labelOf(a.info), labelOf(b.info)] as const;
        changes.push({ variant, arms, base, varied: under, flips: leavesOutZero(base) && leavesOutZero(under) });
      }
  }
  return { variants: variants.size, pairs, changes };
}

/** One sentence on all of them. */
export function rankingsText({ variants, pairs, changes }: Rankings): string {
  const flips = changes.filter((change) => change.flips).length;
  return (
    `rankings: ${counted(pairs, 'pair')} of arms under ${counted(variants, 'variant')}: ${flips} flip, ` +
    `${changes.length - flips} more differ in order within noise (an interval includes 0)`
  );
}

/** `model.dilution=0.5: ace - append: +4.2 ± 1.0 becomes -3.0 ± 1.2: flips`. */
export function rankingChangeText({ variant, arms, base, varied, flips }: RankingChange): string {
  const difference = ({ mean, high }: Interval): string => pointsInterval(mean, high);
  return (
    `${variant}: ${arms.join(' - ')}: ${difference(base)} becomes ${difference(varied)}: ` +
    (flips ? 'flips' : 'order differs, within noise')
  );
}

function leavesOutZero({ low, high }: Interval): boolean {
  return low !== null && high !== null && (low > 0 || high < 0);
}
