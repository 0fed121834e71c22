import type { Estimate } from './family-bootstrap.ts';
import { clopperPearsonUpper } from '../stats/share-intervals.ts';

export type Recommendation =
  | { readonly kind: 'threshold'; readonly threshold: number; readonly bound: number }
  /** `least` is the bound that this many families would give with no false merge at all: no ceiling below it can be met. */
  | { readonly kind: 'none'; readonly lowestBound: number; readonly at: number; readonly least: number }
  | { readonly kind: 'unknown'; readonly because: string };

/**
 * The upper bound of a share of clustered pairs: the bootstrap's or the exact one with families for units, whichever is larger. Where no pair
 * merges the bootstrap's is 0, whatever the number of families, so it alone would promise what was not seen.
 */
export function upperBound({ value, high }: Estimate, families: number, level: number): number {
  return Math.max(high ?? 0, clopperPearsonUpper((value ?? 0) * families, families, level));
}

/** The lowest threshold whose bound meets the ceiling. Bounds are those of falling shares, so all thresholds above meet it too. */
export function recommendThreshold(
  points: readonly { readonly threshold: number; readonly bound: number | null }[],
  { ceiling, families, level }: { readonly ceiling: number; readonly families: number; readonly level: number },
): Recommendation {
  const last = points.at(-1);
  if (families === 0 || last === undefined || last.bound === null)
    return { kind: 'unknown', because: 'there are no contradictions among the pairs' };
  for (const { threshold, bound } of points) {
    if (bound !== null && bound <= ceiling) return { kind: 'threshold', threshold, bound };
  }
  return { kind: 'none', lowestBound: last.bound, at: last.threshold, least: clopperPearsonUpper(0, families, level) };
}
