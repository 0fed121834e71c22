import { cosineText } from './end-text.ts';
import { plainLine } from '../text/plain-text.ts';

const width = 110;

/**
 * A pair for reading: a line of names and cosine, then both texts, shortened to where they differ. Equal texts are printed once.
 *   [vc-00272] -> [vc-00149]  0.9312
 *     … that the total includes shipping before …
 *     … that the total excludes shipping before …
 */
export function pairLines(
  names: string,
  cosine: number,
  [a, b]: readonly [string, string],
  note: string | null = null,
): readonly string[] {
  const head = `  ${names}  ${cosineText(cosine)}${note === null ? '' : `  ${note}`}`;
  if (a === b) return [head, `    ${plainLine(a, width)}`];
  return [head, ...fromDifference(a, b).map((text) => `    ${plainLine(text, width)}`)];
}

/** Both texts from shortly before their first difference, where that would else be cut off. */
function fromDifference(a: string, b: string): readonly [string, string] {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  if (same < width * 0.6) return [a, b];
  // A few words of what is the same, from a whole word on.
  const start = a.indexOf(' ', same - width * 0.4) + 1;
  if (start === 0 || start > same) return [a, b];
  return [`… ${a.slice(start)}`, `… ${b.slice(start)}`];
}

/** A title with a count, then its items, at most so many of them. */
export function listed(
  title: string,
  items: readonly (readonly string[])[],
  most: number,
  count = items.length,
): readonly string[] {
  if (count === 0) return [];
  const shown = items.slice(0, most);
  const rest = count - shown.length;
  return [
    '',
    `${title}: ${count.toLocaleString('en-US')}`,
    ...shown.flat(),
    ...(rest > 0 ? [`  … and ${rest.toLocaleString('en-US')} more`] : []),
  ];
}
