// A WebAssembly module is a magic number, a version and sections; a function's body is its locals and a run of instructions:
//   00 61 73 6d 01 00 00 00 | 01 …types | 02 …imports | 03 …functions | 07 …exports | 0a …code
// Numbers are LEB128. Layout and opcodes: WebAssembly core specification 2.0, chapter 5.

export type Bytes = readonly number[];
type ValueType = 'i32' | 'v128';
const typeBytes: { readonly [type in ValueType]: number } = { i32: 0x7f, v128: 0x7b };

export type WasmFunction = {
  /** Under this name it is exported. */
  readonly name: string;
  /** Parameters, all i32: locals 0, 1, 2 … */
  readonly parameters: number;
  /** Further locals, numbered on from the parameters. */
  readonly locals: readonly ValueType[];
  /** Instructions without the final `end`. */
  readonly body: Bytes;
};

/** The bytes of a module that imports the memory `env.memory` and exports one function without results. */
export function wasmModule({ name, parameters, locals, body }: WasmFunction): Uint8Array<ArrayBuffer> {
  const type = [0x60, ...vector(Array.from({ length: parameters }, () => [typeBytes.i32])), ...vector([])];
  const memory = [...text('env'), ...text('memory'), 0x02, 0x00, ...unsigned(0)];
  const code = [...vector(locals.map((local) => [...unsigned(1), typeBytes[local]])), ...body, 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d],
    ...[0x01, 0x00, 0x00, 0x00],
    ...section(1, [type]),
    ...section(2, [memory]),
    ...section(3, [unsigned(0)]),
    ...section(7, [[...text(name), 0x00, ...unsigned(0)]]),
    ...section(10, [[...unsigned(code.length), ...code]]),
  ]);
}

/** The instructions that the kernels use, each as its bytes; stack operands come from those before. */
export const wasm = {
  get: (local: number) => [0x20, ...unsigned(local)],
  set: (local: number) => [0x21, ...unsigned(local)],
  /** A loop round a body; `again()` at its end goes on with the next turn while the top of the stack is not 0. */
  loop: (body: Bytes) => [0x03, 0x40, ...body, 0x0b],
  again: () => [0x0d, ...unsigned(0)],
  i32: {
    constant: (value: number) => [0x41, ...signed(value)],
    load: () => [0x28, ...aligned(2, 0)],
    add: () => [0x6a],
    multiply: () => [0x6c],
    isBelow: () => [0x49],
  },
  f32: { store: () => [0x38, ...aligned(2, 0)], add: () => [0x92] },
  f32x4: {
    load: (offset: number) => [0xfd, ...unsigned(0), ...aligned(4, offset)],
    zero: () => [0xfd, ...unsigned(12), ...new Array<number>(16).fill(0)],
    lane: (lane: number) => [0xfd, ...unsigned(31), lane],
    add: () => [0xfd, ...unsigned(228)],
    multiply: () => [0xfd, ...unsigned(230)],
  },
} as const;

function section(id: number, entries: readonly Bytes[]): Bytes {
  const content = vector(entries);
  return [id, ...unsigned(content.length), ...content];
}

function vector(entries: readonly Bytes[]): Bytes {
  return [...unsigned(entries.length), ...entries.flat()];
}

function text(value: string): Bytes {
  return vector([...Buffer.from(value, 'utf8')].map((byte) => [byte]));
}

/** How a load or store is aligned, as a power of two, and its constant offset. */
function aligned(power: number, offset: number): Bytes {
  return [...unsigned(power), ...unsigned(offset)];
}

/** LEB128 of a whole number from 0 to 2^32 - 1. */
export function unsigned(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/** Signed LEB128 of a 32-bit whole number. */
export function signed(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value;
  // Ends once what is left is only copies of the sign bit written last.
  for (; rest < -64 || rest > 63; rest >>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest & 127];
}
