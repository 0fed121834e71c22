import { jsonrepair } from 'jsonrepair';

export type Extracted<T> = { readonly value: T; readonly repaired: boolean };

// Bounds on hostile replies, in characters: read at all, looked through for closing braces, parsed, and repaired (which is slow).
const maxLength = 400_000;
const maxScanned = 4_000_000;
const maxParsed = 4_000_000;
const maxRepaired = 100_000;

/**
 * The first JSON object in a reply that the reader accepts, nested ones included: prose, code fences and other objects before it do not
 * matter. If none is found whole, one repair pass mends cut ends, trailing commas and raw line breaks. Null if that fails too. The text is
 * parsed, never evaluated.
 */
export function extractJson<T>(reply: string, accept: (value: unknown) => T | null): Extracted<T> | null {
  const text = reply.slice(0, maxLength);
  const endOf = objectEnds(text);
  const broken: (readonly [start: number, end: number])[] = [];
  const mayParse = allowance(maxParsed);
  let start = text.indexOf('{');
  while (start >= 0) {
    const end = endOf(start);
    const whole =
      end !== null && opensObject(text, start) && mayParse(end - start)
        ? parsed(() => JSON.parse(text.slice(start, end)))
        : undefined;
    const value = whole === undefined ? null : firstAccepted(whole, accept);
    if (value !== null) return { value, repaired: false };
    if (whole === undefined) broken.push([start, end ?? text.length]);
    start = text.indexOf('{', whole === undefined || end === null ? start + 1 : end);
  }
  const mayRepair = allowance(maxRepaired);
  for (const [start, end] of broken) {
    if (!mayRepair(end - start)) continue;
    // What follows the object, a closing fence say, must not be repaired into it.
    const cut = text.slice(start, end).replace(/\n?```\s*$/, '');
    const value = firstAccepted(
      parsed(() => JSON.parse(jsonrepair(cut))),
      accept,
    );
    if (value !== null) return { value, repaired: true };
  }
  return null;
}

/** The first object that the reader accepts, among a parsed value and all that it holds, outer ones first. */
function firstAccepted<T>(value: unknown, accept: (value: unknown) => T | null): T | null {
  // A list instead of recursion, since a reply may be nested deeper than the stack.
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === null || typeof next !== 'object') continue;
    const read = Array.isArray(next) ? null : accept(next);
    if (read !== null) return read;
    for (const inner of Object.values(next).reverse()) waiting.push(inner);
  }
  return null;
}

// Spares parsing where a brace cannot begin an object.
function opensObject(text: string, start: number): boolean {
  const opening = /\{\s*["}]/y;
  opening.lastIndex = start;
  return opening.test(text);
}

function parsed(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/** Says yes to work until the limit is used up; what is too large is refused, what fits still goes. */
function allowance(limit: number): (amount: number) => boolean {
  let left = limit;
  return (amount) => {
    if (amount > left) return false;
    left -= amount;
    return true;
  };
}

/**
 * Finds the index behind the brace that closes the one at a start, braces in strings apart; null if it is never closed. One scan also
 * answers for all objects inside, so objects in objects cost nothing more.
 */
function objectEnds(text: string): (start: number) => number | null {
  const unclosed = -1;
  const ends = new Int32Array(text.length);
  let left = maxScanned;
  return (start) => {
    if (ends[start] === 0 && left > 0) left -= scan(start);
    return ends[start]! > 0 ? ends[start]! : null;
  };

  function scan(start: number): number {
    const open: number[] = [];
    let inString = false;
    for (let at = start; at < text.length; at++) {
      const character = text[at];
      if (inString) {
        if (character === '\\') at++;
        else if (character === '"') inString = false;
      } else if (character === '"') inString = true;
      else if (character === '{') open.push(at);
      else if (character === '}') {
        ends[open.pop()!] = at + 1;
        if (open.length === 0) return at - start;
      }
    }
    for (const at of open) ends[at] = unclosed;
    return text.length - start;
  }
}
