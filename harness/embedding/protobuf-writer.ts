// A protobuf message is the concatenation of its fields; a nested message, a string and raw bytes are all written by bytesField().

/** A whole-number field (int64, bool, enum); negative numbers are written as 64-bit two's complement. */
export function integerField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

/** A float32 field. */
export function floatField(field: number, value: number): Buffer {
  const bits = Buffer.alloc(4);
  bits.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), bits]);
}

/** A length-delimited field: raw bytes, a string as UTF-8, or a nested message given as its fields. */
export function bytesField(field: number, value: string | Buffer | readonly Buffer[]): Buffer {
  const content =
    typeof value === 'string' ? Buffer.from(value, 'utf8') : Buffer.isBuffer(value) ? value : Buffer.concat(value);
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
