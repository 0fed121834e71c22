import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonIn, type Line, linesOf, objectIn } from '../../harness/core/json-lines.ts';
import { tempFolder } from '../records/temp-folder.ts';

async function read(content: string | Buffer | null): Promise<readonly Line[]> {
  const path = join(tempFolder(), 'lines.jsonl');
  if (content !== null) writeFileSync(path, content);
  const lines: Line[] = [];
  for await (const line of linesOf(path)) lines.push(line);
  return lines;
}
const textsOf = (lines: readonly Line[]): readonly string[] => lines.map(({ text }) => text);

describe('linesOf()', () => {
  it('numbers lines from 1, and tells a last one that has no break', async () => {
    expect(await read('{"a":1}\n\nrest')).toEqual([
      { text: '{"a":1}', number: 1, isEnded: true },
      { text: '', number: 2, isEnded: true },
      { text: 'rest', number: 3, isEnded: false },
    ]);
  });

  it('leaves a byte order mark out, and breaks at no other character than a line feed', async () => {
    expect(textsOf(await read('\uFEFFone\u2028still one\r\ntwo\n'))).toEqual(['one\u2028still one\r', 'two']);
  });

  it('finds no lines in an empty file, and throws what the system says of one that cannot be read', async () => {
    expect(await read('')).toEqual([]);
    await expect(read(null)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(linesOf(tempFolder()).next()).rejects.toMatchObject({ code: 'EISDIR' });
  });

  it('gives lines whole that are longer than what is read at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(1, 100_000, 262_144, 700_001), { maxLength: 4 }), async (sizes) => {
        const texts = sizes.map((size, index) => `${index} ${'ä'.repeat(size)}`);
        expect(textsOf(await read(texts.map((text) => `${text}\n`).join('')))).toEqual(texts);
      }),
      { numRuns: 8 },
    );
  });
});

describe('jsonIn() and objectIn()', () => {
  it('give a value, or that there is none', () => {
    expect([jsonIn('null'), jsonIn('[1]'), jsonIn('{"a"'), jsonIn('')]).toEqual([null, [1], undefined, undefined]);
    expect([objectIn('{"a":1}'), objectIn('null'), objectIn('[1]'), objectIn('"x"'), objectIn('{')]).toEqual([
      { a: 1 },
      null,
      null,
      null,
      null,
    ]);
  });
});
