import { type Bytes, wasm, wasmModule } from './wasm-writer.ts';

/**
 * Writes the dot product of the query with each of `count` rows (at least one) to `dots`, as float32. `block` holds the rows' numbers; a
 * row takes `rowBytes`, a multiple of 64, and so does the query. All else are addresses in bytes.
 */
export type DotsFunction = (
  query: number,
  block: number,
  count: number,
  rows: number,
  rowBytes: number,
  dots: number,
) => void;

/**
 * A WebAssembly module with a DotsFunction named `dots`:
 *   do { row = rows + *block * rowBytes; at = query; a = b = c = d = 0
 *        do { a += at[0..4] * row[0..4]; b += at[4..8] * row[4..8]; c += …; d += …; at += 16; row += 16 } while (at < end)
 *        *dots = sum of the lanes of (a + b) + (c + d); block += 1; dots += 1 } while (--count)
 */
export function dotModule(): Uint8Array<ArrayBuffer> {
  const { get, set, loop, again, i32, f32, f32x4 } = wasm;
  const [query, block, count, rows, rowBytes, dots, at, row, end] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const [a, b, c, d] = [9, 10, 11, 12];
  const sums = [a, b, c, d];
  const advance = (local: number, bytes: number): Bytes => [
    ...[...get(local), ...i32.constant(bytes), ...i32.add()],
    ...set(local),
  ];
  // Four sums do not wait for each other.
  const addProducts = sums.flatMap((sum, nth) => [
    ...get(sum),
    ...[...get(at), ...f32x4.load(nth * 16)],
    ...[...get(row), ...f32x4.load(nth * 16)],
    ...[...f32x4.multiply(), ...f32x4.add()],
    ...set(sum),
  ]);
  const alongTheRow = [
    ...addProducts,
    ...advance(row, 64),
    ...advance(at, 64),
    ...[...get(at), ...get(end), ...i32.isBelow(), ...again()],
  ];
  const total = [
    ...[...get(a), ...get(b), ...f32x4.add()],
    ...[...get(c), ...get(d), ...f32x4.add()],
    ...[...f32x4.add(), ...set(a)],
    ...[...get(a), ...f32x4.lane(0), ...get(a), ...f32x4.lane(1), ...f32.add()],
    ...[...get(a), ...f32x4.lane(2), ...get(a), ...f32x4.lane(3), ...f32.add()],
    ...f32.add(),
  ];
  const eachRow = [
    ...[...get(rows), ...get(block), ...i32.load(), ...get(rowBytes), ...i32.multiply(), ...i32.add(), ...set(row)],
    ...[...get(query), ...set(at)],
    ...sums.flatMap((sum) => [...f32x4.zero(), ...set(sum)]),
    ...loop(alongTheRow),
    ...[...get(dots), ...total, ...f32.store()],
    ...advance(block, 4),
    ...advance(dots, 4),
    ...advance(count, -1),
    ...[...get(count), ...again()],
  ];
  return wasmModule({
    name: 'dots',
    parameters: 6,
    locals: ['i32', 'i32', 'i32', 'v128', 'v128', 'v128', 'v128'],
    body: [...get(query), ...get(rowBytes), ...i32.add(), ...set(end), ...loop(eachRow)],
  });
}
