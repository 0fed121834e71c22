import { loadJStat } from './load-jstat.ts';

/** The value that a standard normal stays below with probability `p`. Throws RangeError outside 0 < p < 1. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`Cannot give a quantile of the normal: expected 0 < p < 1, found ${p}`);
  return loadJStat().normal.inv(p, 0, 1);
}
