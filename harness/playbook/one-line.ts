// Every character that some reader takes for a line break.
const lineBreaks = /[\n\r\v\f\u0085\u2028\u2029]/;

/** Text as one trimmed line: line breaks of every kind, with the white space around them, become a blank, so no text can start a line of its own. */
export function oneLine(text: string): string {
  return text
    .split(lineBreaks)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
