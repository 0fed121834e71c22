import { createReadStream } from 'node:fs';
import { UserError } from '../../harness/core/failure.ts';

// {"context": "You are XBRL expert. ...", "target": "Goodwill,Revenues,Goodwill,LineOfCredit"}

/** One row of a data file: a prompt, the expected answer as text, and the number of its line, from 1. */
export type Row = { readonly context: string; readonly target: string; readonly line: number };

/**
 * Streams the rows of a file of JSON lines; a byte order mark, CRLF and blank lines between rows are fine.
 * Throws a UserError with file and line for a row that cannot be read, and for a file without rows.
 */
export async function* readRows(path: string): AsyncGenerator<Row> {
  let line = 0;
  let rows = 0;
  for await (const text of linesOf(path)) {
    line++;
    if (text.trim() === '') continue;
    rows++;
    yield parseRow(text, path, line);
  }
  if (rows === 0) throw new UserError(`Cannot read rows: expected JSON lines in ${path}, found none`);
}

/** Lines end at "\n" alone: `readline` would also cut at U+2028, which JSON strings may hold as it is. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  let first = true;
  try {
    for await (const chunk of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
      const lines = (rest + (first ? chunk.replace(/^\uFEFF/, '') : chunk)).split('\n');
      first = false;
      rest = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    throw new UserError(`Cannot read rows: expected a readable file at ${path}, found ${code}`);
  }
  if (rest !== '') yield rest;
}

function parseRow(text: string, path: string, line: number): Row {
  const fail = (expected: string, found: string): never => {
    throw new UserError(`Cannot read row: expected ${expected} in ${path} line ${line}, found ${found}`);
  };
  const { context, target } = parseObject(text) ?? fail('a JSON object', JSON.stringify(text.slice(0, 40)));
  if (!isText(context)) return fail('"context" to be text', describe(context));
  if (!isText(target)) return fail('"target" to be text', describe(target));
  return { context, target, line };
}

function parseObject(text: string): { readonly [key: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function describe(value: unknown): string {
  return value === undefined ? 'no such key' : JSON.stringify(value).slice(0, 40);
}
