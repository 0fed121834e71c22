import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRows, type Row } from '../../benchmarks/domain/read-rows.ts';
import { UserError } from '../../harness/core/failure.ts';

let path: string;
beforeAll(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'read-rows-')), 'rows.jsonl');
});
afterAll(() => rm(join(path, '..'), { recursive: true, force: true }));

async function read(content: string | Buffer): Promise<readonly Row[]> {
  await writeFile(path, content);
  const rows: Row[] = [];
  for await (const row of readRows(path)) rows.push(row);
  return rows;
}

async function messageOf(content: string): Promise<string> {
  const error: unknown = await read(content).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).message;
}

const good = '{"context":"Which?","target":"A"}';

describe('readRows()', () => {
  it('gives rows with their line numbers, the last one with or without a line end', async () => {
    const expected = [
      { context: 'Which?', target: 'A', line: 1 },
      { context: 'Which?', target: 'A', line: 2 },
    ];
    expect(await read(`${good}\n${good}\n`)).toEqual(expected);
    expect(await read(`${good}\n${good}`)).toEqual(expected);
  });

  it('reads a byte order mark, CRLF and blank lines, and counts the blank ones', async () => {
    expect((await read(`\uFEFF${good}\r\n\r\n${good}\r\n`)).map(({ line }) => line)).toEqual([1, 3]);
  });

  it('keeps line separators and characters of several bytes inside texts', async () => {
    // Longer than a chunk of the stream, so that characters and lines are cut by its ends.
    const context = `a\u2028b\u2029c ${'“é😀'.repeat(30_000)}`;
    const rows = await read(`${JSON.stringify({ context, target: 'A' })}\n`.repeat(3));
    expect(rows.map((row) => row.context === context)).toEqual([true, true, true]);
  });

  it('names file and line of a line that is no JSON object', async () => {
    expect(await messageOf(`${good}\n{"context":`)).toBe(
      `Cannot read row: expected a JSON object in ${path} line 2, found "{\\"context\\":"`,
    );
    for (const text of ['[]', 'null', '3', '"text"'])
      expect(await messageOf(`${good}\n\n${text}\n`)).toContain(`expected a JSON object in ${path} line 3`);
  });

  it('names file and line of a row without a target or with a context that is no text', async () => {
    expect(await messageOf('{"context":"Which?"}')).toBe(
      `Cannot read row: expected "target" to be text in ${path} line 1, found no such key`,
    );
    expect(await messageOf(`${good}\n{"context":3,"target":"A"}`)).toBe(
      `Cannot read row: expected "context" to be text in ${path} line 2, found 3`,
    );
    expect(await messageOf('{"context":"Which?","target":" "}')).toContain('found " "');
    expect(await messageOf('{"context":null,"target":"A"}')).toContain('found null');
  });

  it('names a file without rows and a file that cannot be read', async () => {
    for (const blank of ['', '\n', ' \r\n\n', '\uFEFF'])
      expect(await messageOf(blank)).toBe(`Cannot read rows: expected JSON lines in ${path}, found none`);
    const missing = readRows(`${path}.missing`).next();
    await expect(missing).rejects.toThrow(UserError);
    await expect(missing).rejects.toThrow(`expected a readable file at ${path}.missing, found no such file or folder`);
  });
});
