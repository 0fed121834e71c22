import { type Interval, tInterval } from './interval.ts';

/** The values of one cluster (a scenario, a prompt), folded: all that the interval needs of them. */
export type ClusterSum = { readonly sum: number; readonly n: number };

/**
 * The mean over all values with a cluster-robust t(G - 1) interval: variance = G / (G - 1) · Σ over clusters (sum - n · mean)² / N².
 * Source: Liang and Zeger 1986, with the small-sample factor and t of Cameron and Miller 2015 (J. Human Resources 50:317), section VI;
 * for clusters of one value it is Student's interval. `n` counts values; no bounds with one cluster.
 */
export function clusterMean(clusters: Iterable<ClusterSum>, level: number): Interval {
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
