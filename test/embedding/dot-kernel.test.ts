import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRng } from '../../harness/core/rng.ts';
import {
  blockRows,
  type DotKernel,
  type DotKernelOptions,
  dotError,
  dotKernel,
  plainKernel,
  simdKernel,
} from '../../harness/embedding/dot-kernel.ts';
import { unit, unitVectors } from './unit-vectors.ts';

const kernels: readonly (readonly [name: string, create: (options: DotKernelOptions) => DotKernel])[] = [
  ['simdKernel()', simdKernel],
  ['plainKernel()', plainKernel],
];

describe.each(kernels)('%s', (_, create) => {
  it.each([1, 3, 15, 16, 17, 40])('gives dot products within dotError() for vectors of %i numbers', (dims) => {
    fc.assert(
      fc.property(unitVectors(dims, { min: 1, max: 12 }), fc.array(fc.nat(), { minLength: 1 }), (vectors, picks) => {
        const rows = Uint32Array.from(picks, (pick) => pick % vectors.length);
        const dots = dotsOf(create({ dims }), vectors, vectors[0]!, rows);
        for (const [nth, row] of rows.entries()) {
          expect(Math.abs(dots[nth]! - exactDot(vectors[0]!, vectors[row]!))).toBeLessThanOrEqual(dotError(dims));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps within dotError() where every rounding goes the same way', () => {
    for (const dims of [100, 384, 1000, 4090]) {
      const vectors = [unit(new Array(dims).fill(1)), unit(Array.from({ length: dims }, (_, at) => 1 / (1 + at)))];
      for (const [query, other] of [0, 0, 1, 1].entries()) {
        const dot = dotsOf(create({ dims }), vectors, vectors[query & 1]!, Uint32Array.of(other))[0]!;
        expect(Math.abs(dot - exactDot(vectors[query & 1]!, vectors[other]!))).toBeLessThanOrEqual(dotError(dims));
      }
    }
  });

  it('reads nothing beyond a vector of odd length', () => {
    const kernel = create({ dims: 3 });
    kernel.reserve(3);
    for (const row of [0, 1, 2]) kernel.row(row).fill(row + 1);
    kernel.query().fill(1);
    expect([...kernel.dots(Uint32Array.of(2, 0, 1, 0))]).toEqual([9, 3, 6, 3]);
    expect(kernel.row(1)).toHaveLength(3);
    expect(kernel.dots(new Uint32Array(0))).toHaveLength(0);
  });

  it('gives a whole block, each product in its place', () => {
    const kernel = create({ dims: 2 });
    kernel.reserve(blockRows);
    for (let row = 0; row < blockRows; row++) kernel.row(row).set([row, 1]);
    kernel.query().set([1, 0.5]);
    const rows = Uint32Array.from({ length: blockRows }, (_, nth) => blockRows - 1 - nth);
    expect([...kernel.dots(rows)]).toEqual([...rows].map((row) => row + 0.5));
  });

  it('keeps rows and query while it grows, and new rows are zeros', () => {
    const kernel = create({ dims: 20 });
    kernel.query().fill(1);
    const sizes = [1, 2, 3, 1000, 5000];
    for (const [nth, size] of sizes.entries()) {
      kernel.reserve(size);
      expect(kernel.dots(Uint32Array.of(size - 1))[0]).toBe(0);
      kernel.row(size - 1).fill(nth + 1);
    }
    kernel.reserve(1);
    expect([...kernel.dots(Uint32Array.from(sizes, (size) => size - 1))]).toEqual([20, 40, 60, 80, 100]);
  });

  it('throws where rows would take more than maxBytes, says how much, and keeps what it had', () => {
    const kernel = create({ dims: 384, maxBytes: 3 * 2 ** 20 });
    kernel.reserve(1000);
    kernel.row(999).fill(2);
    expect(() => kernel.reserve(3000)).toThrow(
      new RangeError(
        'Cannot keep 3000 vectors of 384 numbers: expected to need at most 3 MB, found that they need 5 MB',
      ),
    );
    kernel.reserve(2000);
    kernel.query().fill(1);
    expect(kernel.dots(Uint32Array.of(999))[0]).toBe(768);
  });

  it('throws a clear error where no machine has enough memory', () => {
    const kernel = create({ dims: 384 });
    expect(() => kernel.reserve(2 ** 42)).toThrow(/^Cannot keep 4398046511104 vectors of 384 numbers: expected .* MB/);
  });
});

describe('simdKernel()', () => {
  it('sums as dot-module.ts says: sixteen float32 sums, added in pairs', () => {
    const rng = createRng('sums');
    const dims = 384;
    const [a, b] = [0, 1].map(() => unit(Array.from({ length: dims }, () => rng.next() - 0.5))) as [
      Float32Array,
      Float32Array,
    ];
    const sums = new Float32Array(16);
    for (let at = 0; at < dims; at++) sums[at % 16] = sums[at % 16]! + Math.fround(a[at]! * b[at]!);
    const lane = (nth: number): number =>
      Math.fround(Math.fround(sums[nth]! + sums[nth + 4]!) + Math.fround(sums[nth + 8]! + sums[nth + 12]!));
    const total = Math.fround(Math.fround(lane(0) + lane(1)) + Math.fround(lane(2) + lane(3)));
    expect(dotsOf(simdKernel({ dims }), [b], a, Uint32Array.of(0))[0]).toBe(total);
  });

  it('grows to twice its size, so that adding rows one by one does not grow each time', () => {
    const kernel = simdKernel({ dims: 384 });
    const bytes = (): number => kernel.row(0).buffer.byteLength;
    kernel.reserve(1000);
    const before = bytes();
    expect(before).toBeLessThan(1000 * 384 * 4 + 2 * 65_536);
    kernel.reserve(1100);
    expect(bytes()).toBe(2 * before);
    kernel.reserve(1500);
    expect(bytes()).toBe(2 * before);
  });
});

describe('dotKernel()', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('is the SIMD kernel here', () => {
    expect(dotKernel({ dims: 4 }).kind).toBe('simd');
  });

  it.each([
    ['WebAssembly', undefined],
    ['SIMD instructions', { ...webAssembly(), validate: () => false }],
  ])('is the plain kernel where there is no %s', async (_, stub) => {
    vi.stubGlobal('WebAssembly', stub);
    vi.resetModules();
    const fresh = await import('../../harness/embedding/dot-kernel.ts');
    expect(fresh.dotKernel({ dims: 4 }).kind).toBe('plain');
    expect(() => fresh.simdKernel({ dims: 4 })).toThrow('Cannot use the SIMD kernel');
  });
});

it('dotError() grows with the padded number of dimensions', () => {
  expect(dotError(1)).toBe(dotError(16));
  expect(dotError(384)).toBeCloseTo(384 * 2 ** -24, 8);
  expect(dotError(17)).toBeGreaterThan(dotError(16));
});

function webAssembly() {
  return WebAssembly;
}

function dotsOf(
  kernel: DotKernel,
  vectors: readonly Float32Array[],
  query: Float32Array,
  rows: Uint32Array,
): Float32Array {
  kernel.reserve(vectors.length);
  for (const [row, vector] of vectors.entries()) kernel.row(row).set(vector);
  kernel.query().set(query);
  return kernel.dots(rows);
}

/** Exact to about 1e-14: products of float32 numbers are exact in float64, and Kahan's sum loses almost nothing. */
function exactDot(a: Float32Array, b: Float32Array): number {
  let [sum, lost] = [0, 0];
  for (let at = 0; at < a.length; at++) {
    const term = a[at]! * b[at]! - lost;
    const next = sum + term;
    lost = next - sum - term;
    sum = next;
  }
  return sum;
}
