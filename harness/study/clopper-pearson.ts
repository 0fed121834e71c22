import { loadJStat } from '../stats/load-jstat.ts';

/**
 * Upper end of the exact interval of a share (Clopper & Pearson 1934, Biometrika 26:404), by its beta form. `successes` need not be whole:
 * a share of clustered observations counts as share × n with n effective observations (Korn & Graubard 1998, Survey Methodology 24:193).
 * Throws RangeError where successes are not within 0..n or n is 0.
 */
export function clopperPearsonUpper(successes: number, n: number, level: number): number {
  if (!(n > 0 && successes >= 0 && successes <= n))
    throw new RangeError(`Cannot bound a share: expected 0..n successes of n > 0, found ${successes} of ${n}`);
  const tail = (1 - level) / 2;
  if (successes === n) return 1;
  // Closed where nothing was seen: the share under which n misses in a row have probability `tail`.
  if (successes === 0) return 1 - tail ** (1 / n);
  return loadJStat().beta.inv(1 - tail, successes + 1, n - successes);
}
