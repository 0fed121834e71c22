import fc from 'fast-check';

export function unit(numbers: ArrayLike<number>): Float32Array {
  const length = Math.hypot(...Array.from(numbers));
  return Float32Array.from(numbers, (value) => value / length);
}

/** A vector with one number moved by some float32 steps: equal to within less than a cosine can show. */
export function nudged(vector: Float32Array, at: number, steps: number): Float32Array {
  const copy = Float32Array.from(vector);
  new Int32Array(copy.buffer)[at % copy.length]! += steps;
  return copy;
}

/** Unit vectors of one length, among which there are equal, almost equal, opposite and orthogonal ones, and such with denormal numbers. */
export function unitVectors(dims: number, count: { readonly min: number; readonly max: number }) {
  const numbers = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: dims, maxLength: dims });
  const free = numbers.filter((values) => values.some((value) => value !== 0)).map(unit);
  const axis = fc
    .integer({ min: 0, max: dims - 1 })
    .map((at) => Float32Array.from({ length: dims }, (_, index) => Number(index === at)));
  const step = fc.integer({ min: -3, max: 3 });
  const change = fc.record({
    of: fc.nat(),
    kind: fc.constantFrom('equal', 'nudged', 'opposite', 'denormal', 'own'),
    at: fc.nat(),
    step,
  });
  return fc
    .tuple(
      fc.array(fc.oneof(free, axis), { minLength: 1, maxLength: 6 }),
      fc.array(change, { minLength: count.min, maxLength: count.max }),
    )
    .map(([bases, changes]) =>
      changes.map(({ of, kind, at, step: steps }, index) => {
        const base = bases[(kind === 'own' ? index : of) % bases.length]!;
        if (kind === 'nudged' && base[at % dims] !== 0) return nudged(base, at, steps);
        if (kind === 'opposite') return base.map((value) => -value);
        if (kind === 'denormal') return base.map((value) => (value === 0 ? steps * 1e-42 : value));
        return base;
      }),
    );
}
