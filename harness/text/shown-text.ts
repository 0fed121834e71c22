// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Text as one line without control characters, so that no playbook can move a cursor; cut to so many characters, which it then says by `…`. */
export function shownText(text: string, characters = Number.POSITIVE_INFINITY): string {
  const line = text.replace(controls, ' ').trim();
  // By code points, so that no pair is cut in two.
  const points = line.length > characters ? [...line] : [];
  return points.length > characters
    ? `${points
        .slice(0, characters - 1)
        .join('')
        .trimEnd()}…`
    : line;
}

/** A count with thousands apart, and its noun: `1 bullet`, `1,318 bullets`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** A share as percent with one decimal, without the sign. */
export function percentOf(part: number, whole: number): string {
  return whole === 0 ? '' : ((100 * part) / whole).toFixed(1);
}
