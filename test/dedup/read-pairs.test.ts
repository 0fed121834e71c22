import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UserError } from '../../harness/core/failure.ts';
import { readPairs } from '../../harness/dedup/read-pairs.ts';

const folder = mkdtempSync(join(tmpdir(), 'ace-pairs-'));
const path = join(folder, 'pairs.jsonl');
afterAll(() => rmSync(folder, { recursive: true }));

function read(...lines: readonly (string | object)[]) {
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return readPairs(path);
}

test('readPairs() reads labelled pairs, whatever else a line holds', async () => {
  const pairs = await read(
    `\uFEFF${JSON.stringify({ a: 'x', b: 'y', label: 'duplicate', note: 'from a run' })}\r`,
    '',
    { a: 'p', b: 'q', label: 'contradiction' },
    { a: 'r', b: 's', label: 'related' },
    { a: 't', b: 'u', label: 'unrelated' },
    '',
  );
  expect(pairs.map(({ a, b, label, origin }) => ({ a, b, label, origin }))).toEqual([
    { a: 'x', b: 'y', label: 'duplicate', origin: 'given' },
    { a: 'p', b: 'q', label: 'contradiction', origin: 'given' },
    { a: 'r', b: 's', label: 'related', origin: 'given' },
    { a: 't', b: 'u', label: 'unrelated', origin: 'given' },
  ]);
});

test('readPairs() puts pairs that share texts, directly or over others, into one family', async () => {
  const pair = (a: string, b: string) => ({ a, b, label: 'related' });
  const pairs = await read(pair('a', 'b'), pair('c', 'd'), pair('e', 'f'), pair('d', 'e'), pair('b ', ' g'));
  const [ab, cd, ef, de, bg] = pairs.map(({ family }) => family);
  expect([cd, ef]).toEqual([de, de]);
  expect(bg).toBe(ab);
  expect(ab).not.toBe(cd);
});

const good = { a: 'x', b: 'y', label: 'duplicate' };
test.each<[string, readonly (string | object)[], RegExp]>([
  ['a line that is no JSON', [good, '{"a": "x", '], /line 2, found "\{\\"a\\": /],
  ['a line that is no object', [good, '', '["x","y"]'], /a JSON object in .*pairs\.jsonl line 3/],
  ['null', ['null'], /a JSON object in .* line 1/],
  [
    'an unknown label',
    [good, { ...good, label: 'same' }],
    /"label" to be one of duplicate, contradiction, related, unrelated in .* line 2, found "same"/,
  ],
  ['a label that objects inherit', [{ ...good, label: 'toString' }], /found "toString"/],
  ['no label', [{ a: 'x', b: 'y' }], /line 1, found no such key/],
  ['a text that is a number', [{ ...good, a: 7 }], /"a" to be text in .* line 1, found 7/],
  ['an empty text', [{ ...good, b: '  ' }], /"b" to be text in .* line 1, found " {2}"/],
  ['equal texts', [{ ...good, b: 'x' }], /two texts that differ .* line 1, found "x" twice/],
  ['texts that differ in white space alone', [{ ...good, a: 'x  z', b: ' x z' }], /two texts that differ .* line 1/],
  [
    'a pair again, turned round, with another label',
    [good, '', { a: 'y', b: 'x', label: 'related' }],
    /each pair once in .* line 3, found that of line 1 again/,
  ],
  ['an empty file', ['', '  '], /expected JSON lines in .*, found none/],
])('readPairs() refuses %s, with file and line', async (_, lines, message) => {
  const reading = read(...lines);
  await expect(reading).rejects.toThrow(message);
  await expect(reading).rejects.toBeInstanceOf(UserError);
});

test('readPairs() says what it found where there is no file to read', async () => {
  await expect(readPairs(join(folder, 'missing.jsonl'))).rejects.toThrow(
    /missing\.jsonl, found no such file or folder/,
  );
  await expect(readPairs(folder)).rejects.toBeInstanceOf(UserError);
});
