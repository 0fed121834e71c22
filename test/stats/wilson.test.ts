import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wilson } from '../../harness/stats/wilson.ts';
import { coverage } from './coverage.ts';

// scipy 1.17.1: scipy.stats.binomtest(k, n).proportion_ci(level, 'wilson'); the first row is Newcombe's (1998) example.
test.each([
  [81, 263, 0.95, 0.2552885198782742, 0.36620957698280004],
  [15, 148, 0.95, 0.06238639953073629, 0.16048724172330803],
  [0, 20, 0.95, 0, 0.16112515805281935],
  [1, 29, 0.95, 0.006113214292762667, 0.17175521879320282],
  [20, 20, 0.95, 0.8388748419471808, 1],
  [5, 10, 0.9, 0.26927182113826725, 0.7307281788617328],
])('wilson(%d, %d, %d) agrees with scipy', (successes, n, level, low, high) => {
  const interval = wilson(successes, n, level);
  expect(interval.n).toBe(n);
  expect(interval.mean).toBe(successes / n);
  expect(interval.low).toBeCloseTo(low, 10);
  expect(interval.high).toBeCloseTo(high, 10);
});

test('wilson() stays within 0..1 and holds the share', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, part) => {
      const successes = Math.round(part * n);
      const { low, high } = wilson(successes, n, 0.95);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(successes / n);
      expect(high).toBeGreaterThanOrEqual(successes / n);
    }),
  );
});

test('wilson() of nothing is blank', () => {
  expect(wilson(0, 0, 0.95)).toEqual({ n: 0, mean: null, low: null, high: null });
});

test('wilson() throws on more successes than attempts', () => {
  expect(() => wilson(3, 2, 0.95)).toThrow(RangeError);
});

test('wilson() at 95 % covers the true share in 93 to 97 % of simulations', () => {
  const covered = coverage('wilson', 3000, 0.3, (rng) => {
    let successes = 0;
    for (let task = 0; task < 60; task++) if (rng.next() < 0.3) successes++;
    return wilson(successes, 60, 0.95);
  });
  expect(covered).toBeGreaterThan(0.93);
  expect(covered).toBeLessThan(0.97);
});
