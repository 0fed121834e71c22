import { type DotsFunction, dotModule } from './dot-module.ts';

/**
 * Float32 rows and their dot products with a query: fast, and near the true values, not equal to them. By how much they may be wrong
 * is dotError(). Every view that a kernel gives is void after its next reserve().
 */
export type DotKernel = {
  readonly kind: 'simd' | 'plain';
  /** Makes room for at least so many rows, new ones filled with zeros. Throws RangeError when they do not fit into memory. */
  reserve(rows: number): void;
  /** A row's numbers, to read and to write. */
  row(row: number): Float32Array;
  /** The query of later dots(), to write. */
  query(): Float32Array;
  /** The dot products of the query with at most `blockRows` rows, in their order; overwritten by the next dots(). */
  dots(rows: Uint32Array): Float32Array;
};

export type DotKernelOptions = {
  /** Numbers of a vector. */
  readonly dims: number;
  /** What the kernel may take at most. */
  readonly maxBytes?: number;
};

/** How many dot products one call of dots() gives at most. */
export const blockRows = 1024;
// Rows are padded with zeros to what one turn of the innermost loop reads.
const padTo = 16;
const pageBytes = 65_536;
// WebAssembly's addresses end here: 2.8 million rows of 384 numbers.
const addressable = 2 ** 32;

/** The fastest kernel that this machine can run. */
export function dotKernel(options: DotKernelOptions): DotKernel {
  return simdModule() === null ? plainKernel(options) : simdKernel(options);
}

/**
 * A bound on |computed - exact dot product| of either kernel for two vectors of length 1 at most, of fewer than 2^24 numbers. In whatever
 * order the products of `width` (dims, padded) numbers are summed, each meets at most `width` roundings, its own and those of width - 1
 * additions, so the error is at most gamma(width) * sum |a_i b_i| <= gamma(width) * |a| |b|, where gamma(n) = n u / (1 - n u) and
 * u = 2^-24 (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1). A product that underflows adds at most 2^-150.
 * The plain kernel sums in float64 and rounds to float32 once, which is less.
 */
export function dotError(dims: number): number {
  const width = paddedWidth(dims);
  const roundings = width * 2 ** -24;
  return roundings / (1 - roundings) + width * 2 ** -150;
}

function paddedWidth(dims: number): number {
  return Math.ceil(dims / padTo) * padTo;
}

// Compiled once per process; undefined before it was tried, null where the engine has no SIMD instructions.
let compiled: WebAssembly.Module | null | undefined;

function simdModule(): WebAssembly.Module | null {
  if (compiled === undefined) {
    const bytes = dotModule();
    const known = typeof WebAssembly === 'object' && WebAssembly.validate(bytes);
    compiled = known ? new WebAssembly.Module(bytes) : null;
  }
  return compiled;
}

/** Rows in WebAssembly memory, four products at a time. Throws where the engine has no SIMD instructions. */
export function simdKernel({ dims, maxBytes = addressable }: DotKernelOptions): DotKernel {
  const module = simdModule();
  if (module === null)
    throw new Error('Cannot use the SIMD kernel: expected an engine with SIMD instructions, found none');
  const rowBytes = paddedWidth(dims) * 4;
  // In memory stand the query, the row numbers of a block, their dot products, then the rows. All begin at multiples of 64.
  const blockAt = rowBytes;
  const dotsAt = blockAt + blockRows * 4;
  const rowsAt = dotsAt + blockRows * 4;
  const maxPages = Math.floor(Math.min(maxBytes, addressable) / pageBytes);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(rowsAt / pageBytes) });
  const dots = new WebAssembly.Instance(module, { env: { memory } }).exports.dots as DotsFunction;
  return {
    kind: 'simd',
    reserve: (rows) => {
      const pages = memory.buffer.byteLength / pageBytes;
      const needed = Math.ceil((rowsAt + rows * rowBytes) / pageBytes);
      if (needed <= pages) return;
      growTo(needed, pages, maxPages, (wanted) => memory.grow(wanted - pages), { rows, dims, unitBytes: pageBytes });
    },
    row: (row) => new Float32Array(memory.buffer, rowsAt + row * rowBytes, dims),
    query: () => new Float32Array(memory.buffer, 0, dims),
    dots: (rows) => {
      if (rows.length > 0) {
        new Uint32Array(memory.buffer, blockAt, blockRows).set(rows);
        dots(0, blockAt, rows.length, rowsAt, rowBytes, dotsAt);
      }
      return new Float32Array(memory.buffer, dotsAt, rows.length);
    },
  };
}

/** The same without WebAssembly: four float64 sums per row. */
export function plainKernel({ dims, maxBytes = Number.POSITIVE_INFINITY }: DotKernelOptions): DotKernel {
  const width = paddedWidth(dims);
  const query = new Float32Array(width);
  const results = new Float32Array(blockRows);
  let numbers = new Float32Array(0);
  const enlarge = (rows: number): void => {
    const larger = new Float32Array(rows * width);
    larger.set(numbers);
    numbers = larger;
  };
  return {
    kind: 'plain',
    reserve: (rows) => {
      const room = numbers.length / width;
      const maxRows = Math.floor(maxBytes / (width * 4));
      if (rows > room) growTo(rows, room, maxRows, enlarge, { rows, dims, unitBytes: width * 4 });
    },
    row: (row) => numbers.subarray(row * width, row * width + dims),
    query: () => query.subarray(0, dims),
    dots: (rows) => {
      for (let nth = 0; nth < rows.length; nth++) results[nth] = plainDot(query, numbers, rows[nth]! * width);
      return results.subarray(0, rows.length);
    },
  };
}

function plainDot(query: Float32Array, numbers: Float32Array, start: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < query.length; at += 4) {
    const place = start + at;
    a += query[at]! * numbers[place]!;
    b += query[at + 1]! * numbers[place + 1]!;
    c += query[at + 2]! * numbers[place + 2]!;
    d += query[at + 3]! * numbers[place + 3]!;
  }
  return a + b + (c + d);
}

/** Grows to twice the present size, or where that is too much to what is needed. Sizes are in units of `unitBytes`. */
function growTo(
  needed: number,
  present: number,
  limit: number,
  grow: (size: number) => void,
  { rows, dims, unitBytes }: { readonly rows: number; readonly dims: number; readonly unitBytes: number },
): void {
  const megabytes = (size: number): number => Math.ceil((size * unitBytes) / 2 ** 20);
  const cannot = `Cannot keep ${rows} vectors of ${dims} numbers: expected`;
  if (needed > limit) {
    throw new RangeError(
      `${cannot} to need at most ${megabytes(limit)} MB, found that they need ${megabytes(needed)} MB`,
    );
  }
  try {
    grow(Math.min(limit, Math.max(needed, 2 * present)));
  } catch {
    try {
      grow(needed);
    } catch {
      throw new RangeError(`${cannot} ${megabytes(needed)} MB of free memory, found less`);
    }
  }
}
