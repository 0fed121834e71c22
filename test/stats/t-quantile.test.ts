import { expect, test } from 'vitest';
import { tQuantile } from '../../harness/stats/t-quantile.ts';

// scipy 1.17.1: scipy.stats.t.ppf(p, df)
const reference = [
  [0.975, 1, 12.706204736174694],
  [0.975, 2, 4.302652729749462],
  [0.975, 4, 2.7764451051977934],
  [0.975, 9, 2.262157162798205],
  [0.975, 29, 2.045229642132703],
  [0.975, 120, 1.9799304050824402],
  [0.95, 5, 2.0150483733330233],
  [0.995, 3, 5.840909309733355],
  [0.9, 7, 1.4149239276505086],
  [0.025, 4, -2.7764451051977943],
] as const;

test.each(reference)('tQuantile(%d, %d) agrees with scipy', (p, df, expected) => {
  expect(tQuantile(p, df)).toBeCloseTo(expected, 6);
});

test('tQuantile() throws outside of its domain', () => {
  for (const [p, df] of [
    [0, 4],
    [1, 4],
    [Number.NaN, 4],
    [0.5, 0],
    [0.5, Number.NaN],
  ] as const)
    expect(() => tQuantile(p, df)).toThrow(RangeError);
});
