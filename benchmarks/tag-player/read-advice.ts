import { contentStems, tokensOf } from './words.ts';

/** One line of a context that recommends a tag. */
export type Advice = {
  readonly line: string;
  readonly id: string | null;
  readonly tag: string;
  /** Distinct content stems, the tags' names left out. */
  readonly stems: readonly string[];
};

const prefix = /^\s*(?:\[([^\]\s]+)\]\s*(?:helpful=\d+ harmful=\d+ ::)?|[-*])?\s*/;
const negation = /(?:\bnot|\bnever|\bthan|\binstead of|\bunlike)(?:\s+(?:as|by|with|use|under|the|tag))*\s*["'`]?$/i;

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
    if (tag === null && !negation.test(before)) tag = match[0];
    rest += `${before} `;
    from = match.index + match[0].length;
  }
  if (tag === null) return null;
  const stems = [...new Set(contentStems(tokensOf(rest + text.slice(from))))];
  return { line, id: id ?? null, tag, stems };
}
