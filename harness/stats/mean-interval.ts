import { type Interval, tInterval } from './interval.ts';
import { mean } from './mean.ts';
import { sampleDeviation } from './sample-deviation.ts';

/**
 * Student's t interval of the mean of independent values, such as the scores of runs: mean ± t(n - 1) · s / √n (Student 1908).
 * Without bounds under two values.
 */
export function meanInterval(values: readonly number[], level: number): Interval {
  const n = values.length;
  const center = mean(values);
  const deviation = sampleDeviation(values);
  if (center === null || deviation === null) return { n, mean: center, low: null, high: null };
  return tInterval(n, center, deviation / Math.sqrt(n), n - 1, level);
}
