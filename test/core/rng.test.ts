import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '../../harness/core/rng.ts';

/** How uneven counts of equally likely cells are, as a normal deviate: chi-square by the transformation of Wilson and Hilferty (1931). */
function unevenness(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const distance = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const spread = 2 / (9 * (counts.length - 1));
  return (Math.cbrt(distance / (counts.length - 1)) - 1 + spread) / Math.sqrt(spread);
}

function countsOf(cells: number, draws: number, draw: () => number): readonly number[] {
  const counts = new Array<number>(cells).fill(0);
  for (let index = 0; index < draws; index++) counts[draw()]!++;
  return counts;
}

/** Counts that are too even are no chance either. */
function expectEven(counts: readonly number[]): void {
  expect(Math.abs(unevenness(counts))).toBeLessThan(3.1);
}

function drawn(rng: Rng, count = 8): readonly number[] {
  return Array.from({ length: count }, () => rng.next());
}

describe('expectEven()', () => {
  it('would see a die that favours one side by a tenth, and counts without any chance', () => {
    expect(unevenness([11_000, 9_800, 9_800, 9_800, 9_800, 9_800])).toBeGreaterThan(3.1);
    expect(Math.abs(unevenness([1_018, 1_030, 965, 992, 971, 1_024]))).toBeLessThan(3.1);
    expect(unevenness([1000, 1000, 1000, 1000, 1000, 1000])).toBeLessThan(-3.1);
  });
});

describe('createRng()', () => {
  it('gives the same numbers for the same seed for ever', () => {
    expect(createRng(1).int(1000)).toBe(863);
    expect(createRng('1').int(1000)).toBe(863);
    const rng = createRng('seed');
    expect(Array.from({ length: 6 }, () => rng.int(1000))).toEqual([182, 258, 337, 673, 274, 458]);
  });

  it('gives numbers in [0, 1), evenly', () => {
    const rng = createRng('next');
    expectEven(countsOf(50, 50_000, () => Math.floor(rng.next() * 50)));
    expect(drawn(rng, 1000).every((number) => number >= 0 && number < 1)).toBe(true);
  });

  it('gives pairs in a row evenly: a number says nothing of the next', () => {
    const rng = createRng('pairs');
    expectEven(countsOf(100, 50_000, () => rng.int(10) * 10 + rng.int(10)));
  });
});

describe('int()', () => {
  it.each([2, 3, 7, 10, 100])('below %i is even', (below) => {
    const rng = createRng(`int ${below}`);
    expectEven(countsOf(below, 20_000, () => rng.int(below)));
  });

  it('is even where 2^32 is far from a multiple of the bound', () => {
    // Without rejection a third of all values would come twice as often.
    const below = 3 * 2 ** 30;
    const rng = createRng('large');
    expectEven(countsOf(3, 30_000, () => Math.floor(rng.int(below) / 2 ** 30)));
  });

  it('below 1 is 0, below 2^32 anything', () => {
    const rng = createRng('edges');
    expect(rng.int(1)).toBe(0);
    expect(rng.int(2 ** 32)).toBeLessThan(2 ** 32);
  });

  it.each([0, -1, 1.5, 2 ** 33, Number.NaN, Number.POSITIVE_INFINITY])('throws on the bound %d', (below) => {
    expect(() => createRng(1).int(below)).toThrow(`expected a bound of 1 to 2^32, found ${below}`);
  });
});

describe('pick()', () => {
  it('is even, and throws on an empty list', () => {
    const rng = createRng('pick');
    expectEven(countsOf(5, 10_000, () => rng.pick([0, 1, 2, 3, 4])));
    expect(() => rng.pick([])).toThrow(RangeError);
  });
});

describe('shuffle()', () => {
  it('gives every order of a list equally often, and leaves the list as it is', () => {
    const rng = createRng('shuffle');
    const list = Object.freeze([0, 1, 2, 3]);
    const orders = new Map<string, number>();
    for (let run = 0; run < 24_000; run++) {
      const order = rng.shuffle(list).join('');
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(orders.size).toBe(24);
    expectEven([...orders.values()]);
  });

  it('puts every item everywhere equally often', () => {
    const rng = createRng('places');
    const list = Array.from({ length: 12 }, (_, index) => index);
    expectEven(countsOf(12, 12_000, () => rng.shuffle(list).indexOf(0)));
    expectEven(countsOf(12, 12_000, () => rng.shuffle(list)[11]!));
  });

  it('keeps a list of none and of one', () => {
    expect(createRng(1).shuffle([])).toEqual([]);
    expect(createRng(1).shuffle(['a'])).toEqual(['a']);
  });
});

describe('fork()', () => {
  it('depends on names alone, not on what was drawn before', () => {
    const fresh = createRng(7).fork('order');
    const parent = createRng(7);
    drawn(parent, 100);
    parent.fork('other');
    expect(drawn(parent.fork('order'))).toEqual(drawn(fresh));
  });

  it('draws nothing from its parent', () => {
    const parent = createRng(7);
    drawn(parent.fork('order'), 100);
    expect(drawn(parent)).toEqual(drawn(createRng(7)));
  });

  it('gives other numbers for another label, parent or depth', () => {
    const streams = [
      createRng(7),
      createRng(8),
      createRng(7).fork('a'),
      createRng(7).fork('b'),
      createRng(8).fork('a'),
      createRng(7).fork('a').fork('a'),
    ];
    expect(new Set(streams.map((stream) => drawn(stream).join())).size).toBe(streams.length);
  });

  it('gives streams that are even taken together, one number from each', () => {
    const parent = createRng('forks');
    let label = 0;
    expectEven(countsOf(10, 5_000, () => parent.fork(String(label++)).int(10)));
  });
});
