import { describe, expect, it } from 'vitest';
import { rewriteContext } from '../../benchmarks/tag-player/rewrite-context.ts';
import { createRng } from '../../harness/core/rng.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { ideal } from './ask-player.ts';

const { count } = await createTokenCounter();

function rewrite(context: string, lessons: string, limit = '1000 tokens', outputTokens = 10_000): string {
  return rewriteContext({
    role: 'rewriter',
    blocks: { context, lessons, limit },
    contextTokens: count(context),
    outputTokens,
    parameters: ideal,
    rng: createRng(1),
    countTokens: count,
  });
}

describe('rewriteContext()', () => {
  it('keeps the instructions first, then old advice, then new', () => {
    expect(rewrite('Tag numbers.\nBe brief.', '- one apple')).toBe('Tag numbers.\nBe brief.\n\n- one apple');
    expect(rewrite('Tag numbers.\n\n- one apple', '- two pears')).toBe('Tag numbers.\n\n- one apple\n- two pears');
  });

  it('says nothing twice that differs in idle words alone', () => {
    expect(
      rewrite('Base.\n\n- Use Goodwill for premiums.', '- For a premium choose Goodwill\n- Goodwill: premiums!'),
    ).toBe('Base.\n\n- Use Goodwill for premiums.\n- For a premium choose Goodwill');
  });

  it.each([
    ['its own output limit', '1000 tokens', 60],
    ['the limit that it is given', '60 tokens', 10_000],
  ])('leaves out the oldest advice to stay within %s', (_name, limit, outputTokens) => {
    const lessons = Array.from({ length: 40 }, (_, index) => `- lesson${index} of harbour${index}`);
    const text = rewrite(
      `Base.\n\n${lessons.slice(0, 30).join('\n')}`,
      lessons.slice(30).join('\n'),
      limit,
      outputTokens,
    );
    expect(count(text)).toBeLessThanOrEqual(60);
    expect(count(text)).toBeGreaterThan(50);
    expect(text.startsWith('Base.\n\n- lesson')).toBe(true);
    expect(text.endsWith(lessons.at(-1)!)).toBe(true);
  });

  it('reads a missing limit as none', () => {
    expect(rewrite('Base.', '- one', '')).toBe('Base.\n\n- one');
  });
});
