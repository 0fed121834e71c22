import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTokenCounter, type TokenCounter } from '../../harness/llm/token-counter.ts';

describe('createTokenCounter()', () => {
  let tokens: TokenCounter;
  beforeAll(async () => {
    tokens = await createTokenCounter();
  });

  it('counts what o200k_base counts, in lines of prose', () => {
    expect(tokens.count('')).toBe(0);
    for (const text of ['Hello, deps!', 'Ask for the next page until the list comes back empty.', '12.5 % of $ 3,400'])
      expect(tokens.count(text)).toBe(countTokens(text));
  });

  it('counts text that looks like a special token as the plain text it is', () => {
    for (const text of ['<|endoftext|>', '<|im_start|>system', 'before <|endofprompt|> after'])
      expect(tokens.count(text)).toBeGreaterThan(3);
  });

  it('is additive over lines, whatever they hold', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', ' ', '\r', '<|endoftext|>', '\t\t', '🦜'),
    );
    fc.assert(
      fc.property(fc.array(line.map((text) => text.replaceAll('\n', ' '))), (lines) => {
        const whole = lines.map((text) => `${text}\n`).join('');
        expect(tokens.count(whole)).toBe(lines.reduce((sum, text) => sum + tokens.count(`${text}\n`), 0));
      }),
    );
  });

  it('counts a line of a megabyte without white space in slices, not all at once', () => {
    // The encoder's time grows with the square of a piece's length: this one whole would outlast any test.
    const slice = 'x'.repeat(2_000);
    expect(tokens.count(slice.repeat(500))).toBe(500 * tokens.count(slice));
    expect(tokens.count(`${slice.repeat(500)}\n`)).toBe(500 * tokens.count(slice) + tokens.count('\n'));
  });

  it('gives the same counts when asked again, after many other texts', () => {
    const texts = Array.from({ length: 6_000 }, (_, index) => `Line ${index} of advice.`);
    const first = texts.map(tokens.count);
    expect(texts.map(tokens.count)).toEqual(first);
    expect(first[1234]).toBe(countTokens(texts[1234]!));
  });
});
