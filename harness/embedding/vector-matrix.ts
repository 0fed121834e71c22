import { cosine, fourCosines } from './cosine.ts';
import { blockRows, type DotKernel, dotError, dotKernel } from './dot-kernel.ts';

/** A row found by its place in the list of rows that was searched. */
export type Found = { readonly at: number; readonly cosine: number };

/**
 * Unit vectors by row, and the nearest of them. Answers are those of a plain loop over cosine(), bit by bit: a fast kernel only proposes
 * which rows are worth it.
 */
export type VectorMatrix = {
  /** Sets a row, growing as needed; rows in between are zeros. Throws RangeError on other than a unit vector of `dims` numbers. */
  set(row: number, vector: Float32Array): void;
  /** A row's numbers; void after the next set(). */
  row(row: number): Float32Array;
  /** The one of some rows whose cosine with the vector is highest and exceeds the threshold, the first of equals; null where none does. */
  nearest(vector: Float32Array, rows: Uint32Array, threshold: number): Found | null;
  /** All of some rows whose cosine with the vector exceeds the threshold, the highest first, equals in the order given. */
  above(vector: Float32Array, rows: Uint32Array, threshold: number): readonly Found[];
};

// Computed lengths may exceed 1 by rounding, and embedders round too.
const longest = 1.001;
// Below so many rows a kernel is not worth preparing.
const fewRows = 8;

/** An empty matrix of vectors of one length. */
export function vectorMatrix(dims: number, kernel: DotKernel = dotKernel({ dims })): VectorMatrix {
  const slack = proposalSlack(dims);

  /** Visits, in order, the place of every row whose cosine may exceed what `bar` tells when its turn comes. */
  function propose(vector: Float32Array, rows: Uint32Array, bar: () => number, visit: (at: number) => void): void {
    if (rows.length <= fewRows) {
      for (let at = 0; at < rows.length; at++) visit(at);
      return;
    }
    kernel.query().set(vector);
    for (let start = 0; start < rows.length; start += blockRows) {
      const dots = kernel.dots(rows.subarray(start, start + blockRows));
      for (let nth = 0; nth < dots.length; nth++) if (dots[nth]! + slack > bar()) visit(start + nth);
    }
  }

  return {
    set: (row, vector) => {
      checkUnit(vector, dims);
      kernel.reserve(row + 1);
      kernel.row(row).set(vector);
    },
    row: kernel.row,
    nearest: (vector, rows, threshold) => {
      checkUnit(vector, dims);
      let [nearest, bar] = [-1, threshold];
      const decide = (at: number): void => {
        const exact = cosine(vector, kernel.row(rows[at]!));
        if (exact > bar) [nearest, bar] = [at, exact];
      };
      propose(vector, rows, () => bar, decide);
      return nearest < 0 ? null : { at: nearest, cosine: bar };
    },
    above: (vector, rows, threshold) => {
      checkUnit(vector, dims);
      const places: number[] = [];
      propose(
        vector,
        rows,
        () => threshold,
        (at) => places.push(at),
      );
      const cosines = cosinesWith(
        vector,
        places.map((at) => kernel.row(rows[at]!)),
      );
      const found = places.flatMap((at, nth) => (cosines[nth]! > threshold ? [{ at, cosine: cosines[nth]! }] : []));
      return found.sort((a, b) => b.cosine - a.cosine || a.at - b.at);
    },
  };
}

function cosinesWith(vector: Float32Array, others: readonly Float32Array[]): readonly number[] {
  const cosines: number[] = [];
  const four = others.length - (others.length % 4);
  for (let nth = 0; nth < four; nth += 4)
    cosines.push(...fourCosines(vector, [others[nth]!, others[nth + 1]!, others[nth + 2]!, others[nth + 3]!]));
  for (const other of others.slice(four)) cosines.push(cosine(vector, other));
  return cosines;
}

/**
 * By how much cosine() may at most exceed a kernel's dot product: the kernel's error, for vectors up to `longest`; half of the sixth
 * decimal, by which cosine() may round up; and as much again for the error of its own float64 sum (below 2^-53 per number) and of the
 * comparison. Clamping adds nothing: it raises a cosine to -1 only, and a bar below -1 is exceeded by every dot product or by none.
 */
function proposalSlack(dims: number): number {
  return longest ** 2 * dotError(dims) + 1e-6;
}

function checkUnit(vector: Float32Array, dims: number): void {
  if (vector.length !== dims) {
    throw new RangeError(`Cannot compare vectors: expected ${dims} numbers, found ${vector.length}`);
  }
  let square = 0;
  for (let index = 0; index < dims; index++) square += vector[index]! * vector[index]!;
  // Written so that NaN is refused too.
  if (!(square <= longest ** 2)) {
    throw new RangeError(`Cannot compare vectors: expected one of length 1, found length ${Math.sqrt(square)}`);
  }
}
