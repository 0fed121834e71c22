import { confidenceLevel } from './confidence-level.ts';
import type { Interval } from './mean-intervals.ts';
import { tQuantile } from './quantiles.ts';

/** Chance of finding a difference that is there. */
const usualPower = 0.8;

/**
 * The smallest true difference that a comparison like this one finds with a chance of `power`: (t(1 - α/2) + t(power)) · standard error, with the
 * degrees of freedom of the interval, n - 1, from which the standard error is taken. Source: Bloom 1995, Minimum Detectable Effects, Evaluation
 * Review 19:547. Null where the interval has no bounds.
 */
export function minimumDetectable({ n, mean, high }: Interval, power: number = usualPower): number | null {
  if (mean === null || high === null || n < 2) return null;
  const critical = tQuantile(1 - (1 - confidenceLevel) / 2, n - 1);
  return ((high - mean) * (critical + tQuantile(power, n - 1))) / critical;
}
