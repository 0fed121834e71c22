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
  const lines = new Map<string, number>();
  const texts = new Map<string, number>();
  const countLine = (line: string): number => {
    let tokens = 0;
    for (let start = 0; start < line.length; start += maxSlice)
      tokens += countTokens(line.slice(start, start + maxSlice), plain);
    return tokens;
  };
  const count = (text: string): number => {
    let tokens = 0;
    for (const line of text.split(/(?<=\n)/)) tokens += remembered(lines, maxLines, line, countLine);
    return tokens;
  };
  // Whole texts too: the same context and question stand in many calls, and a string's hash is computed once.
  return { id: 'o200k_base/lines', count: (text) => remembered(texts, maxTexts, text, count) };
}

function remembered(memory: Map<string, number>, limit: number, key: string, compute: (key: string) => number): number {
  const known = memory.get(key);
  if (known !== undefined) return known;
  // Starting over is cheaper than keeping an order of use, and as rare as it is harmless.
  if (memory.size >= limit) memory.clear();
  const value = compute(key);
  memory.set(key, value);
  return value;
}
