import { createHash } from 'node:crypto';
import type { RunFolder } from './run-folder.ts';

// A line of a run's files and how it is chained to the one before: the field stands last and covers all that stands before it.
//   {"kind":"end","seq":490,"status":"complete",…,"chain":"9f2c81d04be6a713"}

const digits = 16;
const fieldLength = `,"chain":"${'0'.repeat(digits)}"}`.length;

/** Where the chain of one file of a run begins. Files of runs of two specs, and two files of one run, are never taken for each other. */
export function chainStart({ specHash }: Pick<RunFolder, 'specHash'>, file: string): string {
  return link(specHash, file);
}

/** An object as a chained line, without its break, and the chain's head behind it. */
export function chainedLine(head: string, value: object): { readonly line: string; readonly head: string } {
  const text = JSON.stringify(value);
  const next = link(head, text);
  return { line: `${text.slice(0, -1)},"chain":"${next}"}`, head: next };
}

/** The JSON text of a chained line that follows a head, and the head behind it; null for a line that does not follow it, or was changed. */
export function unchained(head: string, line: string): { readonly text: string; readonly head: string } | null {
  const text = `${line.slice(0, -fieldLength)}}`;
  const next = link(head, text);
  return line === `${text.slice(0, -1)},"chain":"${next}"}` ? { text, head: next } : null;
}

function link(head: string, text: string): string {
  return createHash('sha256').update(head).update('\n').update(text).digest('hex').slice(0, digits);
}
