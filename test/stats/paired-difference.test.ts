import { expect, test } from 'vitest';
import { meanInterval } from '../../harness/stats/mean-interval.ts';
import { pairedDifference } from '../../harness/stats/paired-difference.ts';
import { coverage, normalDraw } from './coverage.ts';

const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

// Student's sleep data; scipy 1.17.1 ttest_rel(...).confidence_interval() and R's t.test(paired = TRUE).
test('pairedDifference() agrees with the paired t test on the sleep data', () => {
  const result = pairedDifference(new Map(first.entries()), new Map(second.entries()), 0.95);
  expect(result.n).toBe(10);
  expect(result.mean).toBeCloseTo(-1.58, 10);
  expect(result.low).toBeCloseTo(-2.459885763276983, 6);
  expect(result.high).toBeCloseTo(-0.7001142367230175, 6);
});

test('pairedDifference() pairs by key, whatever the order, and leaves single keys out', () => {
  const a = new Map([
    [3, 0.9],
    [1, 0.5],
    [2, 0.7],
  ]);
  const b = new Map([
    [1, 0.4],
    [4, 0.1],
    [3, 0.6],
  ]);
  const result = pairedDifference(a, b, 0.95);
  expect(result.n).toBe(2);
  expect(result.mean).toBeCloseTo(0.2, 12);
});

test('pairedDifference() without a shared key is blank', () => {
  expect(pairedDifference(new Map([[1, 1]]), new Map([[2, 1]]), 0.95)).toEqual({
    n: 0,
    mean: null,
    low: null,
    high: null,
  });
});

test('pairedDifference() covers where seeds are shared, and is narrower than the unpaired interval', () => {
  let narrower = 0;
  const covered = coverage('paired', 2000, 0.05, (rng) => {
    const seeds = Array.from({ length: 6 }, () => 0.2 * normalDraw(rng));
    const a = seeds.map((shared) => 0.65 + shared + 0.02 * normalDraw(rng));
    const b = seeds.map((shared) => 0.6 + shared + 0.02 * normalDraw(rng));
    const paired = pairedDifference(new Map(a.entries()), new Map(b.entries()), 0.95);
    const alone = meanInterval(a, 0.95);
    if (paired.high! - paired.low! < alone.high! - alone.low!) narrower++;
    return paired;
  });
  expect(covered).toBeGreaterThan(0.93);
  expect(covered).toBeLessThan(0.97);
  expect(narrower).toBeGreaterThan(1900);
});
