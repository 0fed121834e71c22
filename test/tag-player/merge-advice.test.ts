import { describe, expect, it } from 'vitest';
import { mergeAdvice } from '../../benchmarks/tag-player/merge-advice.ts';

const merge = (...lines: readonly string[]): string => mergeAdvice(lines.map((line) => `- ${line}`).join('\n'));

describe('mergeAdvice()', () => {
  it('keeps the longer of two lines of advice for one tag, wherever it stands', () => {
    const short = 'Goodwill is the tag for a premium.';
    const long = 'Use Goodwill rather than Revenues for a premium paid over net assets.';
    expect(merge(short, long)).toBe(long);
    expect(merge(long, short)).toBe(long);
  });

  it.each([
    ['other tags', 'Numbers with a premium belong to Goodwill.', 'Numbers with a premium paid belong to Revenues.'],
    [
      'the tag that the other forbids',
      'Use Goodwill for it.',
      'Do not use Goodwill for a premium: the right tag is Revenues.',
    ],
    ['no tag', 'Read with care.', 'Read each sentence with great care.'],
  ])('keeps the first where the second is advice for %s', (_name, first, second) => {
    expect(merge(first, second)).toBe(first);
  });

  it('has nothing to say of nothing', () => {
    expect(mergeAdvice('')).toBe('');
    expect(merge('Use Goodwill.')).toBe('Use Goodwill.');
  });
});
