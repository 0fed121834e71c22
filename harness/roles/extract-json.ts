import { jsonrepair } from 'jsonrepair';

export type Extracted<T> = { readonly value: T; readonly repaired: boolean };

// Bounds on hostile replies: each start costs one scan of what follows.
const maxStarts = 50;
const maxLength = 400_000;

/**
 * The first JSON object in a reply that the reader accepts: prose, code fences and other objects before it do not matter. If none is found
 * whole, one repair pass mends cut ends, trailing commas and raw line breaks. Null if that fails too. The text is parsed, never evaluated.
 */
export function extractJson<T>(reply: string, accept: (value: unknown) => T | null): Extracted<T> | null {
  const text = reply.slice(0, maxLength);
  const starts = objectStarts(text);
  for (const start of starts) {
    const end = objectEnd(text, start);
    const value = end === null ? null : accepted(() => JSON.parse(text.slice(start, end)), accept);
    if (value !== null) return { value, repaired: false };
  }
  for (const start of starts) {
    // What follows the object, a closing fence say, must not be repaired into it.
    const end = objectEnd(text, start) ?? text.length;
    const cut = text.slice(start, end).replace(/\n?```\s*$/, '');
    const value = accepted(() => JSON.parse(jsonrepair(cut)), accept);
    if (value !== null) return { value, repaired: true };
  }
  return null;
}

function accepted<T>(parse: () => unknown, accept: (value: unknown) => T | null): T | null {
  try {
    return accept(parse());
  } catch {
    return null;
  }
}

function objectStarts(text: string): readonly number[] {
  const starts: number[] = [];
  for (let at = text.indexOf('{'); at >= 0 && starts.length < maxStarts; at = text.indexOf('{', at + 1))
    starts.push(at);
  return starts;
}

/** The index behind the brace that closes the one at `start`, braces in strings apart; null if it is never closed. */
function objectEnd(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return null;
}
