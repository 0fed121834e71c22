import { expect, test } from 'vitest';
import { mean } from '../../harness/stats/mean.ts';

test('mean() is the sum over the count', () => {
  expect(mean([1, 2, 6])).toBe(3);
});

test('mean() of nothing is null, not 0', () => {
  expect(mean([])).toBeNull();
});
