import { remember } from '../core/remember.ts';

export type TokenCounter = { readonly id: string; readonly count: (text: string) => number };

// Encoding is quadratic in the length of a piece without white space, so long lines are counted in slices.
const maxSlice = 2_000;
const maxLines = 50_000;
const maxTexts = 5_000;

/**
 * Counts tokens of o200k_base line by line, a line with its break, and remembers lines: a playbook of which one line changed costs one line.
 * Text that looks like a special token is counted as the plain text it is.
 */
export async function createTokenCounter(): Promise<TokenCounter> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const plain = { disallowedSpecial: new Set<string>() };
  const countLine = remember(maxLines, (line) => {
    let tokens = 0;
    for (let start = 0; start < line.length; start += maxSlice)
      tokens += countTokens(line.slice(start, start + maxSlice), plain);
    return tokens;
  });
  const count = (text: string): number => {
    let tokens = 0;
    for (const line of text.split(/(?<=\n)/)) tokens += countLine(line);
    return tokens;
  };
  // Whole texts too: the same context and question stand in many calls, and a string's hash is computed once.
  return { id: 'o200k_base/lines', count: remember(maxTexts, count) };
}
