import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wilson, clopperPearsonUpper } from '../../harness/stats/share-intervals.ts';
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

// scipy 1.17.1: binomtest(k, n).proportion_ci(0.95, 'exact').high, and beta.ppf(0.975, k + 1, n - k) where k is not whole.
test.each([
  [0, 20, 0.16843347098308548],
  [1, 29, 0.17764429548841465],
  [81, 263, 0.36762192260134746],
  [3, 150, 0.05733422228823086],
  [0.5, 150, 0.03073146120331807],
  [12.3, 40, 0.47315632202900465],
])('clopperPearsonUpper(%d, %d) agrees with scipy', (successes, n, high) => {
  expect(clopperPearsonUpper(successes, n, 0.95)).toBeCloseTo(high, 8);
});

test('clopperPearsonUpper() of all is 1', () => {
  expect(clopperPearsonUpper(7, 7, 0.95)).toBe(1);
});

test('clopperPearsonUpper() rises with the successes and falls with n', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 400 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, part) => {
      const successes = part * (n - 1);
      const bound = clopperPearsonUpper(successes, n, 0.95);
      expect(bound).toBeGreaterThan(successes / n);
      expect(clopperPearsonUpper(successes + 1, n, 0.95)).toBeGreaterThan(bound);
      expect(clopperPearsonUpper(successes, n + 1, 0.95)).toBeLessThan(bound);
    }),
  );
});

test('clopperPearsonUpper() throws on nothing and on more successes than n', () => {
  expect(() => clopperPearsonUpper(0, 0, 0.95)).toThrow(RangeError);
  expect(() => clopperPearsonUpper(3, 2, 0.95)).toThrow(RangeError);
});
