import { expect, test } from 'vitest';
import { normalQuantile, tQuantile } from '../../harness/stats/quantiles.ts';

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
