import { expect, test } from 'vitest';
import { meanInterval } from '../../harness/stats/mean-interval.ts';
import { coverage, normalDraw } from './coverage.ts';

const scores = [62.1, 64.0, 59.8, 63.3, 61.2];

// scipy 1.17.1: scipy.stats.t.interval(level, 4, mean, scipy.stats.sem(scores))
test('meanInterval() agrees with scipy', () => {
  const wide = meanInterval(scores, 0.95);
  expect(wide.n).toBe(5);
  expect(wide.mean).toBeCloseTo(62.08, 10);
  expect(wide.low).toBeCloseTo(60.0071275791498, 6);
  expect(wide.high).toBeCloseTo(64.15287242085019, 6);
  const narrow = meanInterval(scores, 0.9);
  expect(narrow.low).toBeCloseTo(60.488379693665934, 6);
  expect(narrow.high).toBeCloseTo(63.67162030633406, 6);
});

test('meanInterval() has no bounds under two values and no mean under one', () => {
  expect(meanInterval([0.4], 0.95)).toEqual({ n: 1, mean: 0.4, low: null, high: null });
  expect(meanInterval([], 0.95)).toEqual({ n: 0, mean: null, low: null, high: null });
});

test('meanInterval() at 95 % covers the true mean of five runs in 93 to 97 % of simulations', () => {
  const covered = coverage('mean', 3000, 0.6, (rng) =>
    meanInterval(
      Array.from({ length: 5 }, () => 0.6 + 0.05 * normalDraw(rng)),
      0.95,
    ),
  );
  expect(covered).toBeGreaterThan(0.93);
  expect(covered).toBeLessThan(0.97);
});
