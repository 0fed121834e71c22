// Every character that some reader takes for a line break, with the white space around it.
const lineBreaks = /\s*[\n\r\v\f\u0085\u2028\u2029]+\s*/g;

/** Text as one trimmed line: line breaks of every kind become a blank, so no text can start a line of its own. */
export function oneLine(text: string): string {
  return text.replace(lineBreaks, ' ').trim();
}
