import { UserError } from '../core/failure.ts';
import { oneLine } from './one-line.ts';
import type { Bullet, Playbook } from './playbook.ts';
import { isStructure } from './render-playbook.ts';
import { sectionHeader, sectionKey } from './section-key.ts';

const bulletLine = /^\[([^\]\s]+-(\d+))\](?:\s+helpful=(\d+)\s+harmful=(\d+)\s+::)?\s*(.*)$/su;

/**
 * A playbook from ACE's text form, with or without counters. Bullets before the first header go to an implicit section, text before it is
 * the preamble, and a further line without an id belongs to the bullet above it. Throws UserError naming the line that it cannot keep.
 */
export function parsePlaybook(text: string, name = 'playbook'): Playbook {
  const preamble: string[] = [];
  const bullets: Bullet[] = [];
  const lineOfId = new Map<string, number>();
  let section: string | null = null;
  // True directly under a header, where a line without an id has no bullet to belong to.
  let underHeader = false;
  let highest = 0;
  // Keys and lines are gathered, since a file may have any number of headers, and a bullet of lines.
  const sectionOfKey = new Map<string, string>();
  const open = (header: string): string => {
    const key = sectionKey(header);
    const known = sectionOfKey.get(key);
    if (known !== undefined) return known;
    sectionOfKey.set(key, header);
    return header;
  };
  let further: string[] = [];
  const endBullet = (): void => {
    if (further.length === 0) return;
    const last = bullets.pop()!;
    bullets.push({ ...last, text: oneLine([last.text, ...further].join('\n')) });
    further = [];
  };
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const match = bulletLine.exec(line);
    if (line.startsWith('##')) {
      endBullet();
      section = open(sectionHeader(line.replace(/^#+/, '')));
      underHeader = true;
    } else if (match !== null) {
      const [, id, digits, helpful, harmful, body] = match;
      const count = (text: string): number => readCount(text, index + 1, name);
      const text = oneLine(body!);
      endBullet();
      refuseDuplicate(id!, lineOfId, index + 1, name);
      if (text === '')
        throw new UserError(`Cannot read ${name} line ${index + 1}: expected text after [${id}], found none`);
      section ??= open(sectionHeader(''));
      underHeader = false;
      highest = Math.max(highest, count(digits!));
      bullets.push(importedBullet(id!, section, text, count(helpful ?? '0'), count(harmful ?? '0')));
    } else if (section === null && bullets.length === 0) {
      preamble.push(isStructure(line) && line.startsWith('\\') ? line.slice(1) : line);
    } else if (oneLine(line) !== '') {
      if (underHeader) {
        throw new UserError(
          `Cannot read ${name} line ${index + 1}: expected a bullet such as [abc-00001], found ${JSON.stringify(line.slice(0, 80))}`,
        );
      }
      further.push(line);
    }
  }
  endBullet();
  const sections = [...sectionOfKey.values()];
  return { preamble: preamble.join('\n').trim(), sections, nextNumber: highest + 1, bullets, refinedTokens: null };
}

// Beyond this a number would not be kept exactly, and the next id could meet an old one.
function readCount(digits: string, line: number, name: string): number {
  const count = Number(digits);
  if (Number.isSafeInteger(count + 1)) return count;
  throw new UserError(
    `Cannot read ${name} line ${line}: expected numbers below ${Number.MAX_SAFE_INTEGER}, found ${digits.slice(0, 80)}`,
  );
}

function importedBullet(id: string, section: string, text: string, helpful: number, harmful: number): Bullet {
  const lineage = [`import/${id}`];
  return {
    id,
    section,
    text,
    helpful,
    harmful,
    type: null,
    rationale: null,
    addedAtRound: 0,
    used: 0,
    lineage,
    fresh: true,
  };
}

function refuseDuplicate(id: string, lineOfId: Map<string, number>, line: number, name: string): void {
  const first = lineOfId.get(id);
  if (first !== undefined) {
    throw new UserError(
      `Cannot read ${name} line ${line}: expected a new id, found [${id}] again (first on line ${first})`,
    );
  }
  lineOfId.set(id, line);
}
