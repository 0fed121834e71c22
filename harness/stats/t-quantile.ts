import { loadJStat } from './load-jstat.ts';

/**
 * The value that Student's t with `df` degrees of freedom stays below with probability `p`. Source: Abramowitz and Stegun 26.7, by way of
 * the inverse incomplete beta function of jstat (six decimals are right). Throws RangeError outside 0 < p < 1 and df > 0.
 */
export function tQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`Cannot give a quantile of t: expected 0 < p < 1, found ${p}`);
  if (!(df > 0)) throw new RangeError(`Cannot give a quantile of t: expected df > 0, found ${df}`);
  return loadJStat().studentt.inv(p, df);
}
