import { describe, expect, it } from 'vitest';
import { readAdvice } from '../../benchmarks/tag-player/read-advice.ts';

const tags = new Set(['Goodwill', 'LineOfCredit', 'Revenues']);
const tagIn = (line: string): string | undefined => readAdvice(line, tags)?.tag;

describe('readAdvice()', () => {
  it('reads id, tag and the stems of the condition from a bullet, whatever its counters', () => {
    const line = '[sai-00007] helpful=3 harmful=12 :: Figures drawn on a revolver are LineOfCredit, not Goodwill.';
    expect(readAdvice(line, tags)).toMatchObject({ id: 'sai-00007', tag: 'LineOfCredit', stems: ['drawn', 'revolv'] });
    expect(readAdvice('[ph-2] Amounts drawn are LineOfCredit.', tags)?.id).toBe('ph-2');
  });

  it.each(['- Drawn figures: Goodwill', '* Drawn figures: Goodwill', '  Drawn figures: Goodwill'])(
    'reads %s without an id',
    (line) => expect(readAdvice(line, tags)).toMatchObject({ id: null, tag: 'Goodwill', stems: ['drawn'] }),
  );

  it.each(['', '## RULES', 'Read closely.', 'Use goodwill.', 'OtherTag fits.', '[a-1] helpful=0 harmful=0 :: '])(
    'finds no advice in %j',
    (line) => expect(readAdvice(line, tags)).toBeNull(),
  );

  it.each([
    'Not Goodwill but Revenues.',
    'Use Revenues rather than Goodwill.',
    'Rather than Goodwill, use Revenues.',
    'Do not use Goodwill for sales; the right tag is Revenues.',
    'Do not answer "Goodwill" for sales; answer "Revenues".',
    "Don't use Goodwill for sales: Revenues.",
    'It must not become Goodwill; it is Revenues.',
    'Never Goodwill, always Revenues.',
    'Instead of Goodwill: Revenues.',
    'Unlike Goodwill, Revenues fits.',
    'Revenues fits; Goodwill does not.',
  ])('takes the tag that is recommended: %s', (line) => expect(tagIn(line)).toBe('Revenues'));

  it('takes a negation that speaks of the condition for what it is', () => {
    expect(tagIn('Amounts not yet repaid are Goodwill.')).toBe('Goodwill');
    expect(tagIn('If more than half is drawn, Goodwill.')).toBe('Goodwill');
  });

  it('leaves the names of tags out of the condition', () => {
    expect(readAdvice('Goodwill, not Revenues, for premiums', tags)?.stems).toEqual(['premium']);
  });

  it('reads a very long line in steps that grow with its length', () => {
    expect(tagIn(`${'not '.repeat(50_000)} ${'x '.repeat(100)} Goodwill`)).toBe('Goodwill');
  });
});
