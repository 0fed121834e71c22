import { createRequire } from 'node:module';

type JStat = typeof import('jstat')['jStat'];

let loaded: JStat | null = null;

/** jstat, loaded at the first call only: commands that print no interval should not wait for it. */
export function loadJStat(): JStat {
  if (loaded === null) loaded = (createRequire(import.meta.url)('jstat') as typeof import('jstat')).jStat;
  return loaded;
}

/** The value that a standard normal stays below with probability `p`. Throws RangeError outside 0 < p < 1. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`Cannot give a quantile of the normal: expected 0 < p < 1, found ${p}`);
  return loadJStat().normal.inv(p, 0, 1);
}

/**
 * The value that Student's t with `df` degrees of freedom stays below with probability `p`. Source: Abramowitz and Stegun 26.7, by way of
 * the inverse incomplete beta function of jstat (six decimals are right). Throws RangeError outside 0 < p < 1 and df > 0.
 */
export function tQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`Cannot give a quantile of t: expected 0 < p < 1, found ${p}`);
  if (!(df > 0)) throw new RangeError(`Cannot give a quantile of t: expected df > 0, found ${df}`);
  return loadJStat().studentt.inv(p, df);
}
