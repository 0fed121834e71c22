// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is shown.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text with its line breaks and tabs, and every other control character written out, as `\x1b`: whoever wrote it, it moves no cursor and sets no title. */
export function visible(text: string): string {
  return text.replace(unseen, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Text as one line without control characters, so that no text can move a cursor or break a table; cut to so many characters, which it then says by `…`. */
export function plainLine(text: string, characters = Number.POSITIVE_INFINITY): string {
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

/** One line of text that Markdown shows as it is, in a table or out of one. */
export function markdownText(text: string): string {
  return plainLine(text)
    .replace(/[\\`*[\]|]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}
