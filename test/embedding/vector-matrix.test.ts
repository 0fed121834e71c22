import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../harness/core/rng.ts';
import { cosine } from '../../harness/embedding/cosine.ts';
import { type DotKernel, plainKernel, simdKernel } from '../../harness/embedding/dot-kernel.ts';
import { type VectorMatrix, vectorMatrix } from '../../harness/embedding/vector-matrix.ts';
import { plainAbove, plainNearest } from '../bench/plain-refine.ts';
import { nudged, unit, unitVectors } from './unit-vectors.ts';

const kernels = [
  ['simd', simdKernel],
  ['plain', plainKernel],
] as const;

describe.each(kernels)('vectorMatrix() with the %s kernel', (_, kernel) => {
  it.each([1, 2, 16, 17, 40])('nearest() and above() equal plain loops over cosine(), %i dimensions', (dims) => {
    const cases = unitVectors(dims, { min: 12, max: 40 }).chain((vectors) => {
      const place = fc.nat({ max: vectors.length - 1 });
      return fc.record({
        vectors: fc.constant(vectors),
        query: place,
        rows: fc.array(place, { maxLength: 60 }),
        threshold: thresholds(place.map((row) => cosine(vectors[0]!, vectors[row]!))),
      });
    });
    fc.assert(
      fc.property(cases, ({ vectors, query, rows, threshold }) => {
        expectEqualToLoops(filled(kernel({ dims }), vectors), vectors, vectors[query]!, rows, threshold);
      }),
      { numRuns: 150 },
    );
  });

  it('equals plain loops where cosines lie at the rounding edge of the sixth decimal', () => {
    const edge = fc.record({
      micros: fc.integer({ min: -1_000_000, max: 999_998 }),
      steps: fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 9, maxLength: 24 }),
      threshold: fc.constantFrom(-1e-6, -5e-7, -4e-7, -1e-7, 0, 1e-7, 4e-7, 5e-7, 6e-7, 1e-6),
    });
    fc.assert(
      fc.property(edge, ({ micros, steps, threshold }) => {
        const value = (micros + 0.5) / 1e6;
        const vectors = steps.map((step) => nudged(Float32Array.of(value, Math.sqrt(1 - value * value)), 0, step));
        const query = Float32Array.of(1, 0);
        const rows = [...vectors.keys()];
        expectEqualToLoops(filled(kernel({ dims: 2 }), vectors), vectors, query, rows, micros / 1e6 + threshold);
      }),
      { numRuns: 300 },
    );
  });

  it('equals plain loops where float32 sums go wrong by more than a decimal', () => {
    // All products are equal, so every rounding of a sum goes the same way for a while.
    for (const dims of [1000, 2001, 3003, 4090]) {
      const even = unit(new Array(dims).fill(1));
      const vectors = Array.from({ length: 30 }, (_, row) => nudged(even, row, (row % 5) * 400));
      const matrix = filled(kernel({ dims }), vectors);
      const cosines = vectors.map((vector) => cosine(even, vector));
      for (const threshold of [0, 0.999, ...cosines.flatMap((value) => [value, value - 1e-6, value - 3e-7])]) {
        expectEqualToLoops(matrix, vectors, even, [...vectors.keys()], threshold);
      }
    }
  });

  it('equals plain loops over thousands of rows, most of them left out, in any order', () => {
    const dims = 24;
    const rng = createRng('many');
    const centres = Array.from({ length: 12 }, () => Array.from({ length: dims }, () => rng.next() - 0.5));
    const vectors = Array.from({ length: 6000 }, () =>
      unit(rng.pick(centres).map((value) => value + 0.2 * (rng.next() - 0.5))),
    );
    const matrix = filled(kernel({ dims }), vectors);
    const all = [...vectors.keys()];
    for (const rows of [all, all.toReversed(), rng.shuffle(all).slice(0, 1500), all.filter((row) => row % 700 === 3)]) {
      for (const threshold of [-2, 0, 0.85, 0.999, 1]) {
        expectEqualToLoops(matrix, vectors, vectors[rng.int(6000)]!, rows, threshold);
      }
    }
  });

  it('gives the first of equal rows, and nothing at the threshold itself', () => {
    const dims = 17;
    const vector = unit(Array.from({ length: dims }, (_, at) => at));
    const other = unit(Array.from({ length: dims }, (_, at) => 1 + (at % 3)));
    const matrix = filled(kernel({ dims }), [other, vector, vector, ...new Array(2000).fill(vector)]);
    const rows = Uint32Array.from({ length: 2003 }, (_, at) => at);
    const similarity = cosine(vector, other);
    expect(matrix.nearest(vector, rows, 0)).toEqual({ at: 1, cosine: 1 });
    expect(matrix.nearest(vector, rows.toReversed(), 0)).toEqual({ at: 0, cosine: 1 });
    expect(matrix.nearest(vector, rows, 1)).toBeNull();
    expect(matrix.nearest(vector, rows.subarray(0, 1), similarity)).toBeNull();
    expect(matrix.nearest(vector, rows.subarray(0, 1), similarity - 1e-9)).toEqual({ at: 0, cosine: similarity });
    expect(matrix.nearest(vector, new Uint32Array(0), 0)).toBeNull();
    expect(matrix.above(vector, rows.subarray(0, 3), 0).map(({ at }) => at)).toEqual([1, 2, 0]);
  });

  it('set() replaces a row, and rows may be set in any order', () => {
    const matrix = vectorMatrix(2, kernel({ dims: 2 }));
    matrix.set(3000, Float32Array.of(0, 1));
    matrix.set(5, Float32Array.of(1, 0));
    matrix.set(5, Float32Array.of(0.6, 0.8));
    expect(matrix.row(5)).toEqual(Float32Array.of(0.6, 0.8));
    expect(matrix.nearest(Float32Array.of(0, 1), Uint32Array.of(4, 5, 3000), 0.5)).toEqual({ at: 2, cosine: 1 });
  });

  it('refuses what is no unit vector of its dimensions', () => {
    const matrix = vectorMatrix(2, kernel({ dims: 2 }));
    expect(() => matrix.set(0, Float32Array.of(1, 0, 0))).toThrow('expected 2 numbers, found 3');
    expect(() => matrix.set(0, Float32Array.of(3, 4))).toThrow('expected one of length 1, found length 5');
    expect(() => matrix.set(0, Float32Array.of(Number.NaN, 0))).toThrow('expected one of length 1, found length NaN');
    expect(() => matrix.nearest(Float32Array.of(1), Uint32Array.of(0), 0)).toThrow('expected 2 numbers, found 1');
    expect(() => matrix.above(Float32Array.of(1, 1), Uint32Array.of(0), 0)).toThrow('found length 1.41');
  });
});

it('vectorMatrix() needs its slack: a float32 dot product alone would decide otherwise', () => {
  const dims = 4090;
  const even = unit(new Array(dims).fill(1));
  const kernel = simdKernel({ dims });
  filled(kernel, [even]);
  kernel.query().set(even);
  expect(Math.abs(kernel.dots(Uint32Array.of(0))[0]! - 1)).toBeGreaterThan(1e-6);
});

function filled(kernel: DotKernel, vectors: readonly Float32Array[]): VectorMatrix {
  const matrix = vectorMatrix(vectors[0]!.length, kernel);
  for (const [row, vector] of vectors.entries()) matrix.set(row, vector);
  return matrix;
}

function expectEqualToLoops(
  matrix: VectorMatrix,
  vectors: readonly Float32Array[],
  query: Float32Array,
  rows: readonly number[],
  threshold: number,
): void {
  const among = rows.map((row) => vectors[row]!);
  expect(matrix.nearest(query, Uint32Array.from(rows), threshold)).toEqual(plainNearest(query, among, threshold));
  expect(matrix.above(query, Uint32Array.from(rows), threshold)).toEqual(plainAbove(query, among, threshold));
}

/** The ends, common ones, and those on, just below and just above a cosine that occurs. */
function thresholds(cosines: fc.Arbitrary<number>): fc.Arbitrary<number> {
  const beside = fc.constantFrom(0, 1e-6, -1e-6, 5e-7, -5e-7, 9e-7, -9e-7, 1e-12, -1e-12);
  return fc.oneof(
    fc.constantFrom(-2, -1, 0, 0.5, 0.85, 0.999999, 1),
    fc.tuple(cosines, beside).map(([value, offset]) => value + offset),
  );
}
