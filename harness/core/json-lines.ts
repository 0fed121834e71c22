import { createReadStream } from 'node:fs';

/** A line of a file, without its break; `number` counts from 1. */
export type Line = {
  readonly text: string;
  readonly number: number;
  /** False for a last line without a break: whole in a file that a person wrote, torn in one whose writer was killed. */
  readonly isEnded: boolean;
};

/**
 * The lines of a UTF-8 file, streamed; a byte order mark is left out. Lines end at "\n" alone: JSON strings may hold U+2028 as it is. Throws
 * what the system says of a file that cannot be read.
 */
export async function* linesOf(path: string): AsyncGenerator<Line> {
  let number = 0;
  let rest = '';
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 });
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (rest + (number === 0 && rest === '' ? chunk.replace(/^\uFEFF/, '') : chunk)).split('\n');
    rest = lines.pop()!;
    for (const text of lines) yield { text, number: ++number, isEnded: true };
  }
  if (rest !== '') yield { text: rest, number: number + 1, isEnded: false };
}

/** A text's JSON value; undefined, which no JSON is, for anything else. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text's JSON value where it is an object, else null. */
export function objectIn(text: string): { readonly [key: string]: unknown } | null {
  const value = jsonIn(text);
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : null;
}
