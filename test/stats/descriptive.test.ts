import { expect, test } from 'vitest';
import { mean, sampleDeviation } from '../../harness/stats/descriptive.ts';

test('mean() is the sum over the count', () => {
  expect(mean([1, 2, 6])).toBe(3);
});

test('mean() of nothing is null, not 0', () => {
  expect(mean([])).toBeNull();
});

test('sampleDeviation() divides by n - 1', () => {
  expect(sampleDeviation([62.1, 64.0, 59.8, 63.3, 61.2])).toBeCloseTo(1.6694310408040218, 12);
});

test('sampleDeviation() of fewer than two values is null', () => {
  expect(sampleDeviation([])).toBeNull();
  expect(sampleDeviation([3])).toBeNull();
});

test('sampleDeviation() keeps its digits beside a large mean', () => {
  expect(sampleDeviation([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])).toBeCloseTo(Math.sqrt(30), 12);
});
