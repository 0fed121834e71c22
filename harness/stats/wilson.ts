import type { Interval } from './interval.ts';
import { normalQuantile } from './normal-quantile.ts';

/**
 * Wilson's score interval of a share of independent successes (Wilson 1927, JASA 22:209): holds near 0 and 1, where a mean ± a multiple of its
 * error collapses to a point. `mean` is the plain share. Blank for n = 0; throws RangeError where successes are not within 0..n.
 */
export function wilson(successes: number, n: number, level: number): Interval {
  if (!(successes >= 0 && successes <= n))
    throw new RangeError(`Cannot give an interval of a share: expected 0..${n} successes, found ${successes}`);
  if (n === 0) return { n, mean: null, low: null, high: null };
  const z = normalQuantile(1 - (1 - level) / 2);
  const share = successes / n;
  const spread = z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  const center = share + z ** 2 / (2 * n);
  const scale = 1 + z ** 2 / n;
  // Rounding could push the bounds of 0 of n and n of n a last digit outside.
  const low = successes === 0 ? 0 : (center - spread) / scale;
  const high = successes === n ? 1 : (center + spread) / scale;
  return { n, mean: share, low, high };
}
