import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { type VectorStore, vectorFile, vectorStore } from '../../harness/embedding/vector-store.ts';

const dims = 4;
const recordBytes = 4 + 16 + dims * 4 + 4;
let folder: string;
let said: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ace-bench-test-'));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('vectorStore()', () => {
  it('gives back every vector bit by bit, from memory and from disk', () => {
    const floats = fc.float32Array({ minLength: dims, maxLength: dims });
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), floats, { minKeys: 1 }), (entries) => {
        const before = open();
        before.put(Object.entries(entries));
        const after = open();
        for (const [text, vector] of Object.entries(entries)) {
          expect(bits(before.get(text)!)).toEqual(bits(vector));
          expect(bits(after.get(text)!)).toEqual(bits(vector));
        }
        rmSync(file());
      }),
      { numRuns: 30 },
    );
    expect(said).toEqual([]);
  });

  it('tells texts apart that are equal as UTF-8, and knows nothing of others', () => {
    open().put([['\ud800', vector(1)]]);
    expect(open().get('\ud800')).toEqual(vector(1));
    expect(open().get('\ud801')).toBeUndefined();
    expect(open().get('\ufffd')).toBeUndefined();
  });

  it('keeps embedders apart', () => {
    open().put([['a', vector(1)]]);
    const other = vectorStore({ folder, embedderId: 'other', dims, warn });
    expect(other.get('a')).toBeUndefined();
    other.put([['a', vector(2)]]);
    expect(open().get('a')).toEqual(vector(1));
  });

  it('never gives a wrong vector, whichever byte is changed and wherever the file is cut', () => {
    const texts = ['a', 'b', 'c'];
    open().put(texts.map((text, index) => [text, vector(index)]));
    const whole = readFileSync(file());
    const position = fc.integer({ min: 0, max: whole.length - 1 });
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 255 }), position, (at, change, end) => {
        const damaged = Buffer.from(whole.subarray(0, whole.length - end));
        if (at < damaged.length) damaged[at]! ^= change;
        writeFileSync(file(), damaged);
        const found = texts.filter((text, index) => {
          const stored = open().get(text);
          if (stored !== undefined) expect(stored).toEqual(vector(index));
          return stored !== undefined;
        });
        const intact = texts.filter((_, index) => {
          const [from, to] = [index * recordBytes, (index + 1) * recordBytes];
          return to <= damaged.length && !(from <= at && at < to);
        });
        expect(found).toEqual(intact);
      }),
    );
  });

  it('skips the torn end that a killed writer left, says so, and reads what was appended behind it', () => {
    open().put([
      ['a', vector(1)],
      ['b', vector(2)],
    ]);
    truncateSync(file(), statSync(file()).size - 7);
    const torn = open();
    expect(torn.get('a')).toEqual(vector(1));
    expect(torn.get('b')).toBeUndefined();
    expect(said).toEqual([expect.stringContaining(`Skipped ${recordBytes - 7} bytes of ${file()}`)]);
    torn.put([
      ['b', vector(3)],
      ['c', vector(4)],
    ]);
    const after = open();
    expect([after.get('a'), after.get('b'), after.get('c')]).toEqual([vector(1), vector(3), vector(4)]);
  });

  it('is not misled by its own mark inside a vector', () => {
    const marks = new Float32Array(
      Uint8Array.from({ length: 16 }, (_, at) => [0xac, 0xbe, 0xff, 0x7f][at % 4]!).buffer,
    );
    open().put([
      ['a', marks],
      ['b', vector(2)],
    ]);
    truncateSync(file(), statSync(file()).size - 1);
    expect(bits(open().get('a')!)).toEqual(bits(marks));
    writeFileSync(file(), readFileSync(file()).subarray(3));
    open().put([['c', vector(3)]]);
    expect(open().get('a')).toBeUndefined();
    expect(open().get('c')).toEqual(vector(3));
  });

  it('keeps vectors in memory where the folder cannot be written, and says so once', () => {
    folder = '/dev/null/x';
    try {
      const store = open();
      store.put([['a', vector(1)]]);
      store.put([['b', vector(2)]]);
      expect(store.get('a')).toEqual(vector(1));
      expect(store.get('b')).toEqual(vector(2));
      expect(said).toEqual([expect.stringContaining('in memory only')]);
    } finally {
      folder = mkdtempSync(join(tmpdir(), 'ace-bench-test-'));
    }
  });

  it('keeps vectors in memory when the folder becomes unusable between two writes, and says so once', () => {
    const below = join(folder, 'below');
    const store = vectorStore({ folder: below, embedderId: 'test', dims, warn });
    store.put([['a', vector(1)]]);
    rmSync(below, { recursive: true });
    writeFileSync(below, 'a file in the way');
    store.put([['b', vector(2)]]);
    store.put([['c', vector(3)]]);
    expect(store.get('b')).toEqual(vector(2));
    expect(said).toEqual([expect.stringContaining('in memory only')]);
  });

  it('refuses a vector of another length and keeps nothing of that call', () => {
    const store = open();
    expect(() =>
      store.put([
        ['a', vector(1)],
        ['b', new Float32Array(3)],
      ]),
    ).toThrow('expected 4 numbers, found 3');
    expect(store.get('a')).toBeUndefined();
  });

  it('holds everything that three processes append at once', async () => {
    const count = 300;
    const writers = ['one', 'two', 'three'].map((prefix) => writer(prefix, count));
    const codes = await Promise.all(writers.map(async (child) => (await once(child, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0]);
    const store = openHashes();
    for (const prefix of ['one', 'two', 'three']) await expectWritten(store, prefix, count);
    expect(said).toEqual([]);
  });

  it('is readable after a writer was killed in the middle', async () => {
    const child = writer('killed', 10_000_000);
    await once(child.stdout!, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expectWritten(openHashes(), 'killed', 1);
    expect(said.every((message) => message.startsWith('Skipped'))).toBe(true);
  });
});

function warn(message: string): void {
  said.push(message);
}

function open(): VectorStore {
  return vectorStore({ folder, embedderId: 'test', dims, warn });
}

function file(): string {
  return vectorFile(folder, 'test', dims);
}

function vector(first: number): Float32Array {
  return Float32Array.of(first, 0.1, -0.2, 1 / 3);
}

function bits(numbers: Float32Array): readonly number[] {
  return [...new Uint32Array(numbers.slice().buffer)];
}

function writer(prefix: string, count: number) {
  const script = fileURLToPath(new URL('append-vectors-process.ts', import.meta.url));
  return spawn(process.execPath, ['--import', 'tsx', script, folder, prefix, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function openHashes(): VectorStore {
  const { id, dims } = hashEmbedder();
  return vectorStore({ folder, embedderId: id, dims, warn });
}

async function expectWritten(store: VectorStore, prefix: string, count: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, index) => [`${prefix} ${index} a`, `${prefix} ${index} b`]).flat();
  const expected = await hashEmbedder().embed(texts);
  expect(texts.map((text) => store.get(text))).toEqual(expected);
}
