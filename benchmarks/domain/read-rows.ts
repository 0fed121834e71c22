import { linesOf, objectIn } from '../../harness/core/json-lines.ts';
import { UserError } from '../../harness/core/failure.ts';
import { fileFault } from '../../harness/core/file-fault.ts';
import { refuseOther } from '../../harness/core/read-file.ts';

// {"context": "You are XBRL expert. ...", "target": "Goodwill,Revenues,Goodwill,LineOfCredit"}

/** One row of a data file: a prompt, the expected answer as text, and the number of its line, from 1. */
export type Row = { readonly context: string; readonly target: string; readonly line: number };

/**
 * Streams the rows of a file of JSON lines; a byte order mark, CRLF and blank lines between rows are fine.
 * Throws a UserError with file and line for a row that cannot be read, and for a file without rows.
 */
export async function* readRows(path: string): AsyncGenerator<Row> {
  let rows = 0;
  const fail = (found: string): never => {
    throw new UserError(`Cannot read rows: expected a readable file at ${path}, found ${found}`);
  };
  refuseOther(path, fail, Number.POSITIVE_INFINITY);
  try {
    for await (const { text, number } of linesOf(path)) {
      if (text.trim() === '') continue;
      rows++;
      yield parseRow(text, path, number);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    fail(fileFault(error));
  }
  if (rows === 0) throw new UserError(`Cannot read rows: expected JSON lines in ${path}, found none`);
}

function parseRow(text: string, path: string, line: number): Row {
  const fail = (expected: string, found: string): never => {
    throw new UserError(`Cannot read row: expected ${expected} in ${path} line ${line}, found ${found}`);
  };
  const { context, target } = objectIn(text) ?? fail('a JSON object', JSON.stringify(text.slice(0, 40)));
  if (!isText(context)) return fail('"context" to be text', describe(context));
  if (!isText(target)) return fail('"target" to be text', describe(target));
  return { context, target, line };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function describe(value: unknown): string {
  return value === undefined ? 'no such key' : JSON.stringify(value).slice(0, 40);
}
