import { remember } from '../core/remember.ts';
import { oneLine } from './one-line.ts';

/** Section of bullets that stand before any header, or under an empty one. */
const implicitSection = 'OTHERS';

/** A section's header as one line that is never empty. */
export function sectionHeader(text: string): string {
  return oneLine(text) || implicitSection;
}

/** The key under which spellings of one section meet: case, `_`, `-`, `&` against `and`, and punctuation do not matter. */
export const sectionKey: (header: string) => string = remember(1000, keyOf);

function keyOf(header: string): string {
  const words = header
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  // A header of symbols alone still is not the same as another one.
  return words === '' ? header.trim() : words;
}

/** The header of a playbook that a proposed section name means, or null. */
export function findSection(sections: readonly string[], name: string): string | null {
  const key = sectionKey(name);
  return sections.find((section) => sectionKey(section) === key) ?? null;
}

/** The headers with this one added, unless they hold it already in some spelling. */
export function withSection(sections: readonly string[], header: string): readonly string[] {
  return findSection(sections, header) === null ? [...sections, header] : sections;
}

const smallWords = new Set(['and', 'or', 'of', 'to', 'for', 'the', 'in', 'a']);

/** The letters before the number in ids of a section: initials (`COMMON MISTAKES` -> `cm`), or the start of a single word. */
export function sectionSlug(header: string): string {
  const words = sectionKey(header)
    .split(' ')
    .map((word) => word.replace(/[^a-z]/g, ''))
    .filter((word) => word !== '' && !smallWords.has(word));
  if (words.length === 0) return 'sec';
  return words.length === 1
    ? words[0]!.slice(0, 3)
    : words
        .map((word) => word[0])
        .join('')
        .slice(0, 5);
}
