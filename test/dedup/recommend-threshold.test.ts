import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clopperPearsonUpper } from '../../harness/stats/share-intervals.ts';
import { recommendThreshold, upperBound } from '../../harness/dedup/recommend-threshold.ts';

const points = [
  { threshold: 0.7, bound: 0.3 },
  { threshold: 0.8, bound: 0.05 },
  { threshold: 0.9, bound: 0.05 },
  { threshold: 0.99, bound: 0.02 },
];
const asked = { ceiling: 0.05, families: 200, level: 0.95 };

test('recommendThreshold() gives the lowest threshold whose bound is at most the ceiling', () => {
  expect(recommendThreshold(points, asked)).toEqual({ kind: 'threshold', threshold: 0.8, bound: 0.05 });
  expect(recommendThreshold(points, { ...asked, ceiling: 1 })).toEqual({
    kind: 'threshold',
    threshold: 0.7,
    bound: 0.3,
  });
});

test('recommendThreshold() gives none where no bound of the grid meets the ceiling, and what could be met at best', () => {
  const least = clopperPearsonUpper(0, 200, 0.95);
  expect(recommendThreshold(points, { ...asked, ceiling: 0.019 })).toEqual({
    kind: 'none',
    lowestBound: 0.02,
    at: 0.99,
    least,
  });
});

test('recommendThreshold() knows nothing without contradictions', () => {
  const unknown = points.map(({ threshold }) => ({ threshold, bound: null }));
  expect(recommendThreshold(unknown, { ...asked, families: 0 }).kind).toBe('unknown');
});

test('upperBound() of no false merge is the exact one of that many families, though the bootstrap says 0', () => {
  expect(upperBound({ value: 0, low: 0, high: 0 }, 160, 0.95)).toBeCloseTo(1 - 0.025 ** (1 / 160), 12);
});

test('upperBound() is the bootstrap where that is larger', () => {
  expect(upperBound({ value: 0.1, low: 0.02, high: 0.31 }, 160, 0.95)).toBe(0.31);
  expect(upperBound({ value: 0.1, low: null, high: null }, 160, 0.95)).toBe(clopperPearsonUpper(16, 160, 0.95));
});

test('recommendThreshold() of a falling share never leaves a worse threshold above it', () => {
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(shares, fc.double({ min: 0, max: 1, noNaN: true }), (values, ceiling) => {
      const falling = [...values]
        .sort((a, b) => b - a)
        .map((value, index) => ({ threshold: index, bound: upperBound({ value, low: value, high: value }, 50, 0.95) }));
      const found = recommendThreshold(falling, { ceiling, families: 50, level: 0.95 });
      const meets = falling.filter(({ bound }) => bound <= ceiling).map(({ threshold }) => threshold);
      expect(found.kind).toBe(meets.length > 0 ? 'threshold' : 'none');
      if (found.kind !== 'threshold') return;
      expect(meets).toEqual(
        falling.map(({ threshold }) => threshold).filter((threshold) => threshold >= found.threshold),
      );
    }),
  );
});
