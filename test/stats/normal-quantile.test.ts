import { expect, test } from 'vitest';
import { normalQuantile } from '../../harness/stats/normal-quantile.ts';

// scipy 1.17.1: scipy.stats.norm.ppf(p)
test.each([
  [0.975, 1.959963984540054],
  [0.95, 1.6448536269514722],
  [0.995, 2.5758293035489004],
  [0.5, 0],
  [0.9, 1.2815515655446004],
])('normalQuantile(%d) agrees with scipy', (p, expected) => {
  expect(normalQuantile(p)).toBeCloseTo(expected, 10);
});

test('normalQuantile() throws outside of 0 < p < 1', () => {
  for (const p of [0, 1, -1, Number.NaN]) expect(() => normalQuantile(p)).toThrow(RangeError);
});
