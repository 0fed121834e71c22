import { tQuantile } from './t-quantile.ts';

/** A mean of `n` values and its confidence bounds; null where it cannot be computed. */
export type Interval = {
  readonly n: number;
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
};

/** mean ± t(1 - (1 - level) / 2, df) · standardError: Student's interval. */
export function tInterval(n: number, mean: number, standardError: number, df: number, level: number): Interval {
  const halfWidth = tQuantile(1 - (1 - level) / 2, df) * standardError;
  return { n, mean, low: mean - halfWidth, high: mean + halfWidth };
}
