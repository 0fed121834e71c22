import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestSentence, nearestSentenceScore } from '../../benchmarks/domain/nearest-sentence.ts';
import { UserError } from '../../harness/core/failure.ts';

describe('nearestSentence()', () => {
  it('copies the tag of the sentence that shares the rarer words', () => {
    const copy = nearestSentence([
      { sentence: 'the company recorded the impairment in the year', tag: 'GoodwillImpairmentLoss' },
      { sentence: 'the company repurchased shares in the year', tag: 'StockRepurchased' },
      { sentence: 'the company in the year', tag: 'Revenues' },
    ]);
    expect(copy('Shares were repurchased .')).toBe('StockRepurchased');
    expect(copy('An impairment , in the year')).toBe('GoodwillImpairmentLoss');
  });

  it('weighs a word that one sentence holds above a word that most hold', () => {
    const fillers = Array.from({ length: 20 }, (_, index) => ({ sentence: `the filler${index}`, tag: 'Filler' }));
    const common = { sentence: 'the the the lease', tag: 'Common' };
    const rare = { sentence: 'goodwill of a company that was bought', tag: 'Rare' };
    expect(nearestSentence([common, rare])('the goodwill')).toBe('Common');
    expect(nearestSentence([...fillers, common, rare])('the goodwill')).toBe('Rare');
  });

  it('does not let a long sentence win by its length', () => {
    const copy = nearestSentence([
      { sentence: 'credit line of many other words that say nothing on the matter at hand and go on', tag: 'Long' },
      { sentence: 'credit line', tag: 'Short' },
    ]);
    expect(copy('credit line')).toBe('Short');
  });

  it('takes the earlier example in a tie, and the first where nothing is shared', () => {
    const copy = nearestSentence([
      { sentence: 'alpha', tag: 'First' },
      { sentence: 'beta', tag: 'Second' },
      { sentence: 'beta', tag: 'Third' },
    ]);
    expect(copy('BETA')).toBe('Second');
    expect(copy('gamma')).toBe('First');
    expect(copy('')).toBe('First');
  });

  it('gives the tag of the sentence itself for every training sentence', () => {
    const words = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1, maxLength: 8 });
    const wordSets = fc.uniqueArray(words, {
      minLength: 1,
      maxLength: 20,
      selector: (list) => [...list].sort().join(' '),
    });
    fc.assert(
      fc.property(wordSets, (sets) => {
        const train = sets.map((list) => ({ sentence: list.join(' '), tag: [...list].sort().join('') }));
        const copy = nearestSentence(train);
        for (const { sentence, tag } of train) expect(copy(sentence)).toBe(tag);
      }),
    );
  });

  it('throws without training examples', () => {
    expect(() => nearestSentence([])).toThrow(UserError);
    expect(() => nearestSentence([])).toThrow('expected examples in the train split, found none');
  });
});

describe('nearestSentenceScore()', () => {
  const train = [
    { sentence: 'lease payments', tag: 'A' },
    { sentence: 'share price', tag: 'B' },
  ];

  it('gives the share of test examples with the copied tag', () => {
    const test = [
      { sentence: 'the lease payments', tag: 'A' },
      { sentence: 'a share price', tag: 'B' },
      { sentence: 'a price per share', tag: 'A' },
      { sentence: 'lease', tag: 'C' },
    ];
    expect(nearestSentenceScore(train, test)).toEqual({ score: 0.5, n: 4 });
  });

  it('throws for an empty split', () => {
    expect(() => nearestSentenceScore([], train)).toThrow(UserError);
    expect(() => nearestSentenceScore(train, [])).toThrow('expected examples in the test split, found none');
  });
});
