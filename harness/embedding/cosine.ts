/**
 * Cosine of two unit vectors: a float64 sum in index order, clamped to [-1, 1] and rounded to six decimals, so that every machine
 * with equal vectors gets equal numbers. Texts that are equal after normaliseText() have cosine 1 by definition: callers
 * compare the texts first and need no vectors for those. Throws RangeError when the lengths differ.
 */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) {
    throw new RangeError(`Cannot take a cosine: expected vectors of one length, found ${a.length} and ${b.length}`);
  }
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return clampedAndRounded(sum);
}

/**
 * The cosines of one unit vector with four others of its length, each bit by bit what cosine() tells of the two: the four sums do not wait
 * for each other, so all take about as long as one.
 */
export function fourCosines(
  a: Float32Array,
  [b, c, d, e]: readonly [Float32Array, Float32Array, Float32Array, Float32Array],
): readonly [number, number, number, number] {
  let [ofB, ofC, ofD, ofE] = [0, 0, 0, 0];
  for (let index = 0; index < a.length; index++) {
    const value = a[index]!;
    ofB += value * b[index]!;
    ofC += value * c[index]!;
    ofD += value * d[index]!;
    ofE += value * e[index]!;
  }
  return [clampedAndRounded(ofB), clampedAndRounded(ofC), clampedAndRounded(ofD), clampedAndRounded(ofE)];
}

function clampedAndRounded(sum: number): number {
  // Adding 0 turns -0 into 0.
  return Math.round(Math.min(1, Math.max(-1, sum)) * 1e6) / 1e6 + 0;
}

/** The form in which texts count as the same: NFC, runs of white space as one space, trimmed; case is kept. */
export function normaliseText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
