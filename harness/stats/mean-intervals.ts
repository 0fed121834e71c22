import { confidenceLevel } from './confidence-level.ts';
import { tQuantile } from './quantiles.ts';
import { mean, sampleDeviation } from './descriptive.ts';

/** A mean of `n` values and its confidence bounds; null where it cannot be computed. */
export type Interval = {
  readonly n: number;
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
};

/** mean ± t(1 - (1 - level) / 2, df) · standardError: Student's interval. */
export function tInterval(
  n: number,
  mean: number,
  standardError: number,
  df: number,
  level: number = confidenceLevel,
): Interval {
  const halfWidth = tQuantile(1 - (1 - level) / 2, df) * standardError;
  return { n, mean, low: mean - halfWidth, high: mean + halfWidth };
}

/**
 * Student's t interval of the mean of independent values, such as the scores of runs: mean ± t(n - 1) · s / √n (Student 1908).
 * Without bounds under two values.
 */
export function meanInterval(values: readonly number[], level: number = confidenceLevel): Interval {
  const n = values.length;
  const center = mean(values);
  const deviation = sampleDeviation(values);
  if (center === null || deviation === null) return { n, mean: center, low: null, high: null };
  return tInterval(n, center, deviation / Math.sqrt(n), n - 1, level);
}

/**
 * The mean of a - b over the keys that both have (seeds), with the t interval of the paired differences; `n` is the number of pairs.
 * Source: the paired t test, Student 1908. Without bounds under two pairs.
 */
export function pairedDifference<K>(
  a: ReadonlyMap<K, number>,
  b: ReadonlyMap<K, number>,
  level: number = confidenceLevel,
): Interval {
  const differences: number[] = [];
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other !== undefined) differences.push(value - other);
  }
  return meanInterval(differences, level);
}

/** The values of one cluster (a scenario, a prompt), folded: all that the interval needs of them. */
export type ClusterSum = { readonly sum: number; readonly n: number };

/**
 * The mean over all values with a cluster-robust t(G - 1) interval: variance = G / (G - 1) · Σ over clusters (sum - n · mean)² / N².
 * Source: Liang and Zeger 1986, with the small-sample factor and t of Cameron and Miller 2015 (J. Human Resources 50:317), section VI;
 * for clusters of one value it is Student's interval. `n` counts values; no bounds with one cluster.
 */
export function clusterMean(clusters: Iterable<ClusterSum>, level: number = confidenceLevel): Interval {
  const kept = [...clusters].filter((cluster) => cluster.n > 0);
  const count = kept.length;
  const n = kept.reduce((total, cluster) => total + cluster.n, 0);
  if (n === 0) return { n, mean: null, low: null, high: null };
  const center = kept.reduce((total, cluster) => total + cluster.sum, 0) / n;
  if (count < 2) return { n, mean: center, low: null, high: null };
  const squares = kept.reduce((total, cluster) => total + (cluster.sum - cluster.n * center) ** 2, 0);
  const standardError = Math.sqrt(((count / (count - 1)) * squares) / n ** 2);
  return tInterval(n, center, standardError, count - 1, level);
}
