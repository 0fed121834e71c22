import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClusterSum, clusterMean } from '../../harness/stats/cluster-mean.ts';
import { meanInterval } from '../../harness/stats/mean-interval.ts';
import { coverage, normalDraw } from './coverage.ts';

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
