import { contentStems, isIdle, tokensOf } from './words.ts';

/** One line of a context that recommends a tag. */
export type Advice = {
  readonly id: string | null;
  readonly tag: string;
  /** The line without its mark, id and counters. */
  readonly text: string;
  /** Distinct content stems, the tags' names left out. */
  readonly stems: readonly string[];
};

const prefix = /^\s*(?:\[([^\]\s]+)\]\s*(?:helpful=\d+ harmful=\d+ ::)?|[-*])?\s*/;
const negation = /(?:\b(?:not|never|than|instead|unlike)|n['’]t)((?:\s+\p{L}+)*)\s*["'`]?$/iu;

/** What a line advises: the first tag it names without negation, and the words of its condition. Null for lines that name none. */
export function readAdvice(line: string, options: ReadonlySet<string>): Advice | null {
  const [head, id] = prefix.exec(line)!;
  const text = line.slice(head.length);
  let tag: string | null = null;
  let rest = '';
  let from = 0;
  for (const match of text.matchAll(/\p{Lu}[\p{L}\p{N}]{3,}/gu)) {
    if (!options.has(match[0])) continue;
    const before = text.slice(from, match.index);
    if (tag === null && !isNegated(before)) tag = match[0];
    rest += `${before} `;
    from = match.index + match[0].length;
  }
  if (tag === null) return null;
  const stems = [...new Set(contentStems(tokensOf(rest + text.slice(from))))];
  return { id: id ?? null, tag, text, stems };
}

/** True where what stands before a tag ends in a negation, with none but idle words between: `not use the`, `rather than`. */
function isNegated(before: string): boolean {
  // A negation that far back does not speak of the tag.
  const between = negation.exec(before.slice(-80))?.[1];
  if (between === undefined) return false;
  const words = between.toLowerCase().split(/\s+/);
  return words.every((word) => word === '' || isIdle(word));
}
