import { describe, expect, it } from 'vitest';
import { didYouMean, didYouMeanOrKnown } from '../../harness/config/nearest.ts';

const known = ['threshold', 'batchSize', 'mode'];

describe('didYouMean()', () => {
  it.each<[string, string]>([
    ['treshold', 'threshold'],
    ['THRESHOLD', 'threshold'],
    ['batch_size', 'batchSize'],
    ['batch-sizes', 'batchSize'],
    ['mod', 'mode'],
    ['batch', 'batchSize'],
    ['similarity', 'threshold'],
  ])('takes %s for %s', (word, meant) => {
    expect(didYouMean(word, known)).toBe(`; did you mean "${meant}"?`);
  });

  it('says nothing about another word, one too short to tell, or without known words', () => {
    for (const word of ['epochs', 'xy', 'temperature']) expect(didYouMean(word, known)).toBe('');
    expect(didYouMean('mode', [])).toBe('');
  });
});

describe('didYouMeanOrKnown()', () => {
  it('lists what is known, nearest first, where nothing is close', () => {
    expect(didYouMeanOrKnown('made-up', known)).toBe('; known, nearest first: mode, threshold, batchSize');
    expect(didYouMeanOrKnown('mode', [])).toBe('; known, nearest first: none');
  });
});
