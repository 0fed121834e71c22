import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meanInterval, pairedDifference, type ClusterSum, clusterMean } from '../../harness/stats/mean-intervals.ts';
import { coverage, normalDraw } from './coverage.ts';

const scores = [62.1, 64.0, 59.8, 63.3, 61.2];

// scipy 1.17.1: scipy.stats.t.interval(level, 4, mean, scipy.stats.sem(scores))
test('meanInterval() agrees with scipy', () => {
  const wide = meanInterval(scores, 0.95);
  expect(wide.n).toBe(5);
  expect(wide.mean).toBeCloseTo(62.08, 10);
  expect(wide.low).toBeCloseTo(60.0071275791498, 6);
  expect(wide.high).toBeCloseTo(64.15287242085019, 6);
  const narrow = meanInterval(scores, 0.9);
  expect(narrow.low).toBeCloseTo(60.488379693665934, 6);
  expect(narrow.high).toBeCloseTo(63.67162030633406, 6);
});

test('meanInterval() has no bounds under two values and no mean under one', () => {
  expect(meanInterval([0.4], 0.95)).toEqual({ n: 1, mean: 0.4, low: null, high: null });
  expect(meanInterval([], 0.95)).toEqual({ n: 0, mean: null, low: null, high: null });
});

test('meanInterval() at 95 % covers the true mean of five runs in 93 to 97 % of simulations', () => {
  const covered = coverage('mean', 3000, 0.6, (rng) =>
    meanInterval(
      Array.from({ length: 5 }, () => 0.6 + 0.05 * normalDraw(rng)),
      0.95,
    ),
  );
  expect(covered).toBeGreaterThan(0.93);
  expect(covered).toBeLessThan(0.97);
});

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

const clusters: readonly ClusterSum[] = [
  { sum: 2, n: 3 },
  { sum: 1, n: 3 },
  { sum: 3, n: 3 },
  { sum: 0, n: 3 },
  { sum: 1, n: 2 },
];

// numpy: ordinary least squares on a constant, sandwich variance by cluster times G / (G - 1), t(4) of scipy.
test('clusterMean() agrees with the sandwich variance of a regression on a constant', () => {
  const interval = clusterMean(clusters, 0.95);
  expect(interval.n).toBe(14);
  expect(interval.mean).toBeCloseTo(0.5, 12);
  expect(interval.low).toBeCloseTo(0.004206231214679723, 7);
  expect(interval.high).toBeCloseTo(0.99579376878532, 7);
});

test('clusterMean() of clusters of one value is the t interval of the values', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 40 }), (values) => {
      const clustered = clusterMean(
        values.map((sum) => ({ sum, n: 1 })),
        0.95,
      );
      const plain = meanInterval(values, 0.95);
      expect(clustered.mean).toBeCloseTo(plain.mean!, 10);
      expect(clustered.low).toBeCloseTo(plain.low!, 8);
      expect(clustered.high).toBeCloseTo(plain.high!, 8);
    }),
  );
});

test('clusterMean() has no bounds with one cluster and is blank with none', () => {
  expect(clusterMean([{ sum: 2, n: 4 }], 0.95)).toEqual({ n: 4, mean: 0.5, low: null, high: null });
  expect(clusterMean([{ sum: 0, n: 0 }], 0.95)).toEqual({ n: 0, mean: null, low: null, high: null });
});

test('clusterMean() covers where tasks of a scenario go together, and the interval that ignores scenarios does not', () => {
  const draw = (rng: Parameters<Parameters<typeof coverage>[3]>[0]): readonly (readonly number[])[] =>
    Array.from({ length: 20 }, () => {
      const scenario = 0.2 * normalDraw(rng);
      return Array.from({ length: 3 }, () => 0.5 + scenario + 0.1 * normalDraw(rng));
    });
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const robust = coverage('cluster', 2000, 0.5, (rng) =>
    clusterMean(
      draw(rng).map((values) => ({ sum: sum(values), n: values.length })),
      0.95,
    ),
  );
  const naive = coverage('cluster', 2000, 0.5, (rng) => meanInterval(draw(rng).flat(), 0.95));
  expect(robust).toBeGreaterThan(0.93);
  expect(robust).toBeLessThan(0.97);
  expect(naive).toBeLessThan(0.85);
});
