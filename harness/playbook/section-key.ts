/** The key under which spellings of one section meet: case, `_`, `-`, `&` against `and`, and punctuation do not matter. */
export function sectionKey(header: string): string {
  return header
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The header of a playbook that a proposed section name means, or null. */
export function findSection(sections: readonly string[], name: string): string | null {
  const key = sectionKey(name);
  return sections.find((section) => sectionKey(section) === key) ?? null;
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
