// One vector on disk, little-endian:
//   magic (4 bytes) | content key (16) | vector (dims x float32) | crc32 of key and vector (4)
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

// As a float32 this is a NaN, so no number of a vector looks like it.
const magic = Buffer.from([0xac, 0xbe, 0xff, 0x7f]);
const keyBytes = 16;
const headBytes = magic.length + keyBytes;

/** 16 bytes of a text's SHA-256, as a string. Of its UTF-16, since in UTF-8 all lone surrogates are equal. */
export function contentKey(text: string): string {
  return createHash('sha256').update(text, 'utf16le').digest().toString('latin1', 0, keyBytes);
}

/** The bytes of a vector's record. */
export function vectorRecord(key: string, vector: Float32Array): Buffer {
  const numbers = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  const content = Buffer.concat([Buffer.from(key, 'latin1'), numbers]);
  const check = Buffer.alloc(4);
  check.writeUInt32LE(crc32(content));
  return Buffer.concat([magic, content, check]);
}

/** Where the vector of each whole record begins, by content key, the first of equal keys; and how many bytes belong to no whole record. */
export function findRecords(
  bytes: Buffer,
  dims: number,
): { readonly offsets: ReadonlyMap<string, number>; readonly skippedBytes: number } {
  const recordBytes = headBytes + dims * 4 + 4;
  const offsets = new Map<string, number>();
  let skippedBytes = 0;
  let at = 0;
  while (at < bytes.length) {
    if (isRecord(bytes, at, recordBytes)) {
      const key = bytes.toString('latin1', at + magic.length, at + headBytes);
      if (!offsets.has(key)) offsets.set(key, at + headBytes);
      at += recordBytes;
    } else {
      const next = bytes.indexOf(magic, at + 1);
      const end = next < 0 ? bytes.length : next;
      skippedBytes += end - at;
      at = end;
    }
  }
  return { offsets, skippedBytes };
}

/** The vector that begins at an offset: a view of the bytes where it can be one. */
export function vectorAt(bytes: Buffer, offset: number, dims: number): Float32Array {
  const start = bytes.byteOffset + offset;
  // Behind a torn record vectors may lie between four-byte borders, where no view can begin.
  return start % 4 === 0
    ? new Float32Array(bytes.buffer, start, dims)
    : new Float32Array(bytes.buffer.slice(start, start + dims * 4));
}

function isRecord(bytes: Buffer, at: number, recordBytes: number): boolean {
  const checkAt = at + recordBytes - 4;
  return (
    checkAt + 4 <= bytes.length &&
    bytes.compare(magic, 0, magic.length, at, at + magic.length) === 0 &&
    crc32(bytes.subarray(at + magic.length, checkAt)) === bytes.readUInt32LE(checkAt)
  );
}
