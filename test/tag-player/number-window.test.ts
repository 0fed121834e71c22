import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberWindow } from '../../benchmarks/tag-player/number-window.ts';

describe('numberWindow()', () => {
  it('gives ten tokens before the number and six after, without it', () => {
    const sentence = 'a b c d e f g h i j k l 34.1 m n o p q r s t';
    expect(numberWindow({ entity: '34.1', sentence })).toEqual({
      before: ['c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'],
      after: ['m', 'n', 'o', 'p', 'q', 'r'],
    });
  });

  it('takes the place where the number stands alone, not inside another', () => {
    expect(numberWindow({ entity: '5', sentence: 'In 2015 we paid 5 % more' })).toEqual({
      before: ['In', '2015', 'we', 'paid'],
      after: ['%', 'more'],
    });
  });

  it.each([
    ['number that is not there', { entity: '7', sentence: 'no such number' }],
    ['number without digits', { entity: '', sentence: 'ends in a letter' }],
    ['sentence without words', { entity: '7', sentence: '' }],
  ])('ends for a %s', (_what, question) => {
    expect(numberWindow(question).before).toEqual([]);
  });

  it('ends for anything', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary' }), (entity, sentence) => {
        const { before, after } = numberWindow({ entity, sentence });
        expect(before.length).toBeLessThanOrEqual(10);
        expect(after.length).toBeLessThanOrEqual(6);
      }),
    );
  });
});
