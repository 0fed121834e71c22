import type { Interval } from './interval.ts';
import { meanInterval } from './mean-interval.ts';

/**
 * The mean of a - b over the keys that both have (seeds), with the t interval of the paired differences; `n` is the number of pairs.
 * Source: the paired t test, Student 1908. Without bounds under two pairs.
 */
export function pairedDifference<K>(a: ReadonlyMap<K, number>, b: ReadonlyMap<K, number>, level: number): Interval {
  const differences: number[] = [];
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other !== undefined) differences.push(value - other);
  }
  return meanInterval(differences, level);
}
