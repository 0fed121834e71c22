import { jsonrepair } from 'jsonrepair';

export type ParsedJson = { readonly value: unknown; readonly mended: boolean; readonly latex: boolean };

// Words that begin like an escape of JSON: \n, \r, \t and \u. A backslash before \b or \f and further letters is always LaTeX: nobody writes a
// backspace or a form feed, and what begins no escape at all needs no list.
const latexWords = new Set(
  (
    'nabla natural ne nearrow neg neq newcommand newline ni nmid nolimits nonumber not notin nsubseteq nu nwarrow ' +
    'raise rangle rbrace rbrack rceil rfloor rho right rightarrow rightharpoonup rightleftharpoons rm root rvert ' +
    'tan tanh tau tbinom text textbf textit textrm textsf texttt tfrac therefore theta tilde times to top triangle triangleq ' +
    'unboldmath underbrace underline underset uparrow uplus upsilon'
  ).split(' '),
);
const tokens = /"(?:[^"\\]|\\[\s\S])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/g;
const backslashes = /\\(u[0-9a-fA-F]{4}|[A-Za-z]+|[\s\S])/g;

/**
 * A JSON text's value, numbers as the text that was written, so that none beyond 2^53 and no trailing zero is lost. A backslash that begins no
 * escape, or a word of LaTeX, stays a backslash. Strict first, and else, where `mayMend` allows, after one repair pass: cut ends, trailing commas,
 * raw line breaks, comments, missing quotes. Undefined for what is no JSON either way. Nothing is evaluated.
 */
export function parseJson(text: string, mayMend: boolean): ParsedJson | undefined {
  let latex = false;
  const safe = text.replace(tokens, (token) => {
    if (token[0] !== '"') return `"${token}"`;
    return token.replace(backslashes, (written, name: string) => {
      if (isEscape(name)) return written;
      latex ||= /^[A-Za-z]{2,}$/.test(name);
      return `\\${written}`;
    });
  });
  const strict = jsonOf(safe);
  if (strict !== undefined) return { value: strict, mended: false, latex };
  if (!mayMend) return undefined;
  const mended = jsonOf(() => jsonrepair(safe)) ?? jsonOf(() => jsonrepair(text));
  return mended === undefined ? undefined : { value: mended, mended: true, latex };
}

function isEscape(name: string): boolean {
  if (/^u[0-9a-fA-F]{4}$/.test(name)) return true;
  if (name.length === 1) return /["\\/bfnrt]/.test(name);
  return /^[nrt]/.test(name) && !latexWords.has(name);
}

function jsonOf(text: string | (() => string)): unknown {
  try {
    return JSON.parse(typeof text === 'string' ? text : text());
  } catch {
    return undefined;
  }
}
