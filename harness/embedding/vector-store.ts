import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { hashText } from '../core/hash.ts';
import { makeFolder } from '../core/make-folder.ts';
import { contentKey, findRecords, vectorAt, vectorRecord } from './vector-record.ts';

/** Vectors by text. Those it returns are shared: they are not to be written to. */
export type VectorStore = {
  get(text: string): Float32Array | undefined;
  /** Keeps vectors, in memory and in one append to the file. Throws RangeError when one has another length than `dims`. */
  put(entries: readonly (readonly [text: string, vector: Float32Array])[]): void;
};

export type VectorStoreOptions = {
  readonly folder: string;
  readonly embedderId: string;
  readonly dims: number;
  readonly warn: (message: string) => void;
};

/**
 * Opens an embedder's vectors: one append-only file, to which any number of processes may write. Torn and damaged records are
 * skipped, and that is said; where the file cannot be read or written, vectors are kept in memory only, and that is said once.
 * Vectors come back bit by bit as they were put.
 */
export function vectorStore({ folder, embedderId, dims, warn }: VectorStoreOptions): VectorStore {
  const file = vectorFile(folder, embedderId, dims);
  let writable = true;
  const stopWriting = (error: unknown): void => {
    writable = false;
    const reason = error instanceof Error ? error.message : String(error);
    warn(`New vectors are kept in memory only: cannot use ${file}: ${reason}`);
  };

  let bytes: Buffer = Buffer.alloc(0);
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (!isMissing(error)) stopWriting(error);
  }
  const { offsets, skippedBytes } = findRecords(bytes, dims);
  if (skippedBytes > 0) {
    warn(
      `Skipped ${skippedBytes} bytes of ${file} that hold no whole vector: a writer was cut off, or the file is damaged`,
    );
  }
  const vectors = new Map<string, Float32Array>();

  return {
    get: (text) => {
      const key = contentKey(text);
      const known = vectors.get(key);
      if (known !== undefined) return known;
      const offset = offsets.get(key);
      if (offset === undefined) return undefined;
      const vector = vectorAt(bytes, offset, dims);
      vectors.set(key, vector);
      return vector;
    },
    put: (entries) => {
      const keyed = entries.map(([text, vector]) => {
        if (vector.length !== dims) {
          throw new RangeError(`Cannot keep a vector: expected ${dims} numbers, found ${vector.length}`);
        }
        return [contentKey(text), vector] as const;
      });
      for (const [key, vector] of keyed) vectors.set(key, vector);
      if (!writable || keyed.length === 0) return;
      try {
        append(folder, file, Buffer.concat(keyed.map(([key, vector]) => vectorRecord(key, vector))));
      } catch (error) {
        stopWriting(error);
      }
    },
  };
}

/** Where an embedder's vectors are kept. */
export function vectorFile(folder: string, embedderId: string, dims: number): string {
  return join(folder, `${hashText(`${embedderId}\n${dims}`).slice(0, 16)}.vectors`);
}

/** Appends in one write, which the system does not mix with that of another process. */
function append(folder: string, file: string, records: Buffer): void {
  makeFolder(folder);
  const descriptor = openSync(file, 'a');
  try {
    const written = writeSync(descriptor, records);
    if (written < records.length) throw new Error(`only ${written} of ${records.length} bytes could be written`);
  } finally {
    closeSync(descriptor);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
