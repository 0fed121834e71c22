import { readRegularFile } from '../core/read-file.ts';
import { UserError } from '../core/failure.ts';
import { parsePlaybook } from '../playbook/parse-playbook.ts';
import type { Playbook } from '../playbook/playbook.ts';
import { renderPlaybook } from '../playbook/render-playbook.ts';

export type ReadPlaybook = {
  readonly playbook: Playbook;
  /** Ids of the bullets whose lines have counters; the counters of others are unknown, whatever the playbook says. */
  readonly counted: ReadonlySet<string>;
};

const countedLine = /^\[([^\]\s]+-\d+)\]\s+helpful=\d+\s+harmful=\d+\s+::/gm;

/** A playbook file in ACE's text form. Throws UserError for what is no text, empty, without bullets, or not readable at all. */
export function readPlaybook(path: string): ReadPlaybook {
  const fail = (expected: string, found: string): never => {
    throw new UserError(`Cannot read ${path}: expected ${expected}, found ${found}`);
  };
  const text = textOf(path, fail);
  if (text.trim() === '') fail('a playbook', text === '' ? 'an empty file' : 'white space alone');
  const playbook = parsePlaybook(text, path);
  if (playbook.bullets.length === 0) {
    const lines = text.trimEnd().split('\n').length;
    fail(
      'bullets such as "[abc-00001] text"',
      `none in ${lines.toLocaleString('en-US')} line${lines === 1 ? '' : 's'}`,
    );
  }
  const counted = new Set([...text.replaceAll('\r', '\n').matchAll(countedLine)].map(([, id]) => id!));
  return { playbook, counted };
}

function textOf(path: string, fail: (expected: string, found: string) => never): string {
  const bytes = bytesOf(path, fail);
  const zero = bytes.indexOf(0);
  if (zero >= 0) fail('a playbook as UTF-8 text', `a binary file (a zero byte at ${zero})`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fail('a playbook as UTF-8 text', 'bytes that are no UTF-8');
  }
}

function bytesOf(path: string, fail: (expected: string, found: string) => never): Buffer {
  return readRegularFile(path, (found) =>
    fail('a playbook file', found === 'a folder' ? 'a folder (playbook show RUN prints the playbook of a run)' : found),
  );
}

/** The playbook as text, in the form in which it was read: where no line had counters, none gets any. */
export function writePlaybook(playbook: Playbook, { counted }: Pick<ReadPlaybook, 'counted'>): string {
  return renderPlaybook(playbook, { counters: counted.size > 0 ? 'shown' : 'hidden', order: 'section' });
}
