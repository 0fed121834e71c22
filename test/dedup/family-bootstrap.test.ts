import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRng } from '../../harness/core/rng.ts';
import { type FamilyStatistic, familyBootstrap } from '../../harness/dedup/family-bootstrap.ts';
import { coverage } from '../stats/coverage.ts';

/** Mean over families, each as often as it was drawn. */
function meanOf(values: readonly number[]): FamilyStatistic {
  return (weights) => {
    const sum = values.reduce((total, value, index) => total + weights[index]! * value, 0);
    return Float64Array.of(sum / values.reduce((total, _, index) => total + weights[index]!, 0));
  };
}

const options = { rng: createRng('bootstrap test'), resamples: 1000, level: 0.95 };

test('familyBootstrap() gives the plain figure and the same interval each time', () => {
  const values = [0.1, 0.4, 0.35, 0.8, 0.2];
  const first = familyBootstrap(5, meanOf(values), options);
  expect(first[0]!.value).toBeCloseTo(0.37, 12);
  expect(first[0]!.low).toBeLessThan(0.37);
  expect(first[0]!.high).toBeGreaterThan(0.37);
  expect(familyBootstrap(5, meanOf(values), options)).toEqual(first);
  expect(familyBootstrap(5, meanOf(values), { ...options, rng: createRng('other') })).not.toEqual(first);
});

test('familyBootstrap() draws as many families as there are, with replacement', () => {
  const totals = new Set<number>();
  const counts = new Set<number>();
  familyBootstrap(
    4,
    (weights) => {
      totals.add(Array.from(weights).reduce((sum, weight) => sum + weight, 0));
      counts.add(weights[0]!);
      return Float64Array.of(0);
    },
    options,
  );
  expect([...totals]).toEqual([4]);
  expect([...counts].sort()).toEqual([0, 1, 2, 3, 4]);
});

test('familyBootstrap() leaves 2.5 % of the resamples below its 95 % interval and 2.5 % above', () => {
  const rng = createRng('values');
  const values = Array.from({ length: 30 }, () => rng.next());
  const drawn: number[] = [];
  const statistic: FamilyStatistic = (weights) => {
    const mean = meanOf(values)(weights);
    drawn.push(mean[0]!);
    return mean;
  };
  const [estimate] = familyBootstrap(30, statistic, options);
  const resampled = drawn.slice(1);
  expect(resampled).toHaveLength(1000);
  expect(resampled.filter((value) => value < estimate!.low!)).toHaveLength(25);
  expect(resampled.filter((value) => value > estimate!.high!)).toHaveLength(25);
});

test('familyBootstrap() of two families spans both, since each alone is drawn a quarter of the time', () => {
  expect(familyBootstrap(2, meanOf([0, 1]), options)).toEqual([{ value: 0.5, low: 0, high: 1 }]);
});

test('familyBootstrap() has no interval for one family, and nothing for a figure without meaning', () => {
  expect(familyBootstrap(1, meanOf([0.3]), options)).toEqual([{ value: 0.3, low: null, high: null }]);
  expect(familyBootstrap(3, () => Float64Array.of(Number.NaN), options)).toEqual([
    { value: null, low: null, high: null },
  ]);
});

test('familyBootstrap() takes the interval of the resamples that define a figure', () => {
  // Undefined where the first family is not drawn.
  const [estimate] = familyBootstrap(3, (weights) => Float64Array.of(weights[0] === 0 ? Number.NaN : 7), options);
  expect(estimate).toEqual({ value: 7, low: 7, high: 7 });
});

test('familyBootstrap() keeps figures that fall along a curve falling at both ends of their intervals', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 12 }), (values) => {
      const shares: FamilyStatistic = (weights) =>
        Float64Array.from(
          [0.2, 0.5, 0.8],
          (threshold) => meanOf(values.map((value) => (value > threshold ? 1 : 0)))(weights)[0]!,
        );
      const curve = familyBootstrap(values.length, shares, { ...options, resamples: 200 });
      for (const end of ['low', 'high'] as const) {
        expect(curve[0]![end]).toBeGreaterThanOrEqual(curve[1]![end]!);
        expect(curve[1]![end]).toBeGreaterThanOrEqual(curve[2]![end]!);
      }
    }),
    { numRuns: 30 },
  );
});

test('familyBootstrap() at 95 % covers the true share of clustered pairs in 91 to 97 % of simulations', () => {
  const covered = coverage('family-bootstrap', 400, 0.3, (rng) => {
    // Pairs of a family agree more than pairs of two: each family has a rate of its own.
    const families = Array.from({ length: 50 }, () => {
      const rate = 0.6 * rng.next();
      return (
        Array.from({ length: 8 }, () => (rng.next() < rate ? 1 : 0)).reduce<number>((sum, hit) => sum + hit, 0) / 8
      );
    });
    const [{ value, low, high }] = familyBootstrap(50, meanOf(families), {
      ...options,
      rng: rng.fork('b'),
      resamples: 400,
    }) as [{ value: number; low: number; high: number }];
    return { n: 50, mean: value, low, high };
  });
  expect(covered).toBeGreaterThan(0.91);
  expect(covered).toBeLessThan(0.97);
});
