import { UserError } from '../core/failure.ts';
import { oneLine } from './one-line.ts';
import type { Bullet, Playbook } from './playbook.ts';
import { isStructure } from './render-playbook.ts';
import { findSection } from './section-key.ts';

const bulletLine = /^\[([^\]\s]+-(\d+))\](?:\s+helpful=(\d+)\s+harmful=(\d+)\s+::)?\s*(.*)$/u;

/** Section of bullets that stand before any header. */
const implicitSection = 'OTHERS';

/**
 * A playbook from ACE's text form, with or without counters. Bullets before the first header go to an implicit section, text before it is
 * the preamble, and a further line without an id belongs to the bullet above it. Throws UserError naming the line.
 */
export function parsePlaybook(text: string, name = 'playbook'): Playbook {
  const preamble: string[] = [];
  const sections: string[] = [];
  const bullets: Bullet[] = [];
  const lineOfId = new Map<string, number>();
  let section: string | null = null;
  let highest = 0;
  const open = (header: string): string => {
    const known = findSection(sections, header);
    if (known === null) sections.push(header);
    return known ?? header;
  };
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const match = bulletLine.exec(line);
    if (line.startsWith('##')) {
      section = open(oneLine(line.replace(/^#+/, '')) || implicitSection);
    } else if (match !== null) {
      const [, id, number, helpful, harmful, body] = match;
      const text = oneLine(body!);
      refuseDuplicate(id!, lineOfId, index + 1, name);
      if (text === '')
        throw new UserError(`Cannot read ${name} line ${index + 1}: expected text after [${id}], found none`);
      section ??= open(implicitSection);
      highest = Math.max(highest, Number(number));
      bullets.push(importedBullet(id!, section, text, Number(helpful ?? 0), Number(harmful ?? 0)));
    } else if (section === null && bullets.length === 0) {
      preamble.push(isStructure(line) && line.startsWith('\\') ? line.slice(1) : line);
    } else if (line.trim() !== '' && bullets.length > 0) {
      const last = bullets.pop()!;
      bullets.push({ ...last, text: oneLine(`${last.text}\n${line}`) });
    }
  }
  return { preamble: preamble.join('\n').trim(), sections, nextNumber: highest + 1, bullets, refinedTokens: null };
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
