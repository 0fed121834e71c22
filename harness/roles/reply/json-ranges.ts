/** Where an object or a list of a text begins and ends; `end` is null where it is never closed. */
export type JsonRange = { readonly start: number; readonly end: number | null };

// Lists that open as JSON does: not `[1]` of a citation or `[calc-00001]` of an id.
const listStart = /\[\s*(?:\{|\[|"|\]|null\b)/y;
const objectStart = /\{\s*(?:["'}]|[A-Za-z_][\w-]*\s*:|\/\/|\/\*|#|$)/y;

/**
 * The outermost objects and lists of a text, in order, braces in strings apart. Where one is never closed, all behind it is its, and those within
 * it are looked for as well, since its first brace may have been prose.
 */
export function jsonRanges(text: string): readonly JsonRange[] {
  const ranges: JsonRange[] = [];
  for (let at = 0; at < text.length; ) {
    const start = nextStart(text, at);
    if (start < 0) break;
    const end = endOf(text, start);
    ranges.push({ start, end });
    at = end ?? start + 1;
    // Every unclosed start is a scan to the end: few of them tell all that there is to tell.
    if (ranges.length > maxRanges) break;
  }
  return ranges;
}

const maxRanges = 200;

function nextStart(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const pattern = text[at] === '{' ? objectStart : text[at] === '[' ? listStart : null;
    if (pattern === null) continue;
    pattern.lastIndex = at;
    if (pattern.test(text)) return at;
  }
  return -1;
}

function endOf(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}
