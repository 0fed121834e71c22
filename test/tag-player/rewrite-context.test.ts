import { describe, expect, it } from 'vitest';
import { rewriteContext } from '../../benchmarks/tag-player/rewrite-context.ts';
import type { SimulatorParameters } from '../../harness/core/player.ts';
import { createRng } from '../../harness/core/rng.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { ideal } from './ask-player.ts';

const { count } = await createTokenCounter();

function rewrite(
  context: string,
  lessons: string,
  limit = '1000 tokens',
  outputTokens = 10_000,
  parameters: Partial<SimulatorParameters> = {},
  seed = 1,
): string {
  return rewriteContext({
    role: 'rewriter',
    blocks: { context, lessons, limit },
    contextTokens: count(context),
    outputTokens,
    parameters: { ...ideal, ...parameters },
    rng: createRng(seed),
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

describe('rewriteContext() that forgets', () => {
  const lines = Array.from({ length: 400 }, (_, index) => `- lesson${index} of harbour${index}`);
  const fresh = lines.slice(300);
  const context = `Base.\n\n${lines.slice(0, 300).join('\n')}`;
  const rewritten = (parameters: Partial<SimulatorParameters>, seed = 1): readonly string[] =>
    rewrite(context, fresh.join('\n'), '100000 tokens', 100_000, parameters, seed)
      .split('\n')
      .filter((line) => line.startsWith('- '));

  it('forgets nothing at its defaults', () => {
    expect(rewritten({})).toEqual(lines);
  });

  it('leaves out that share of old lines and no new one, others for another seed', () => {
    const kept = rewritten({ omission: 0.2 });
    expect(kept.slice(-100)).toEqual(fresh);
    // 300 draws: four standard deviations.
    expect(Math.abs((kept.length - 100) / 300 - 0.8)).toBeLessThan(4 * Math.sqrt((0.2 * 0.8) / 300));
    expect(kept).toEqual(lines.filter((line) => kept.includes(line)));
    expect(rewritten({ omission: 0.2 })).toEqual(kept);
    expect(rewritten({ omission: 0.2 }, 2)).not.toEqual(kept);
    expect(rewritten({ omission: 1 })).toEqual(fresh);
  });

  it('keeps a share of all lines where it collapses, which only a long context can', () => {
    const kept = rewritten({ collapse: 1, collapseKeeps: 0.1 });
    expect(kept).toHaveLength(40);
    expect(kept).toEqual(lines.filter((line) => kept.includes(line)));
    expect(rewritten({ collapse: 1, collapseAbove: count(context) })).toEqual(lines);
    const collapses = Array.from({ length: 100 }, (_, seed) => rewritten({ collapse: 0.3 }, seed).length < 400);
    expect(Math.abs(collapses.filter(Boolean).length / 100 - 0.3)).toBeLessThan(4 * Math.sqrt((0.3 * 0.7) / 100));
  });

  it('leaves the instructions alone', () => {
    expect(rewrite(context, '', '9', 100_000, { omission: 1, collapse: 1, collapseKeeps: 0 })).toBe('Base.');
  });
});
