import { describe, expect, it } from 'vitest';
import { readSafetensors } from '../../harness/embedding/safetensors-reader.ts';

describe('readSafetensors()', () => {
  it('gives name, type, shape and bytes, and leaves metadata out', () => {
    const file = safetensors(
      {
        __metadata__: { format: 'pt' },
        a: { dtype: 'F16', shape: [2], data_offsets: [0, 4] },
        b: { dtype: 'F32', shape: [1, 1], data_offsets: [4, 8] },
      },
      Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]),
    );
    expect(Object.fromEntries(readSafetensors(file))).toEqual({
      a: { dtype: 'F16', shape: [2], bytes: Buffer.from([1, 2, 3, 4]) },
      b: { dtype: 'F32', shape: [1, 1], bytes: Buffer.from([5, 6, 7, 8]) },
    });
  });

  it('throws where the file is cut', () => {
    const file = safetensors({ a: { dtype: 'F16', shape: [2], data_offsets: [0, 4] } }, Buffer.alloc(4));
    expect(() => readSafetensors(file.subarray(0, -1))).toThrow('Cannot read tensor a');
    expect(() => readSafetensors(file.subarray(0, 12))).toThrow('Cannot read safetensors');
    expect(() => readSafetensors(Buffer.alloc(3))).toThrow('Cannot read safetensors');
  });

  it('throws where an entry is not a tensor', () => {
    expect(() => readSafetensors(safetensors({ a: { dtype: 'F16' } }, Buffer.alloc(0)))).toThrow('shape');
  });
});

function safetensors(header: object, data: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, data]);
}
