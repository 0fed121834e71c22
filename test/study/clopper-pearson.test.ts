import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clopperPearsonUpper } from '../../harness/study/clopper-pearson.ts';

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
