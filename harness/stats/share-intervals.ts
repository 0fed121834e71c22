import { confidenceLevel } from './confidence-level.ts';
import type { Interval } from './mean-intervals.ts';
import { normalQuantile, loadJStat } from './quantiles.ts';

/**
 * Wilson's score interval of a share of independent successes (Wilson 1927, JASA 22:209): holds near 0 and 1, where a mean ± a multiple of its
 * error collapses to a point. `mean` is the plain share. Blank for n = 0; throws RangeError where successes are not within 0..n.
 */
export function wilson(successes: number, n: number, level: number = confidenceLevel): Interval {
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

/**
 * Upper end of the exact interval of a share (Clopper & Pearson 1934, Biometrika 26:404), by its beta form. `successes` need not be whole:
 * a share of clustered observations counts as share × n with n effective observations (Korn & Graubard 1998, Survey Methodology 24:193).
 * Throws RangeError where successes are not within 0..n or n is 0.
 */
export function clopperPearsonUpper(successes: number, n: number, level: number = confidenceLevel): number {
  if (!(n > 0 && successes >= 0 && successes <= n))
    throw new RangeError(`Cannot bound a share: expected 0..n successes of n > 0, found ${successes} of ${n}`);
  const tail = (1 - level) / 2;
  if (successes === n) return 1;
  // Closed where nothing was seen: the share under which n misses in a row have probability `tail`.
  if (successes === 0) return 1 - tail ** (1 / n);
  return loadJStat().beta.inv(1 - tail, successes + 1, n - successes);
}
