import { describe, expect, it } from 'vitest';
import { contentStems, isIdle, nameStems, tokensOf } from '../../benchmarks/tag-player/words.ts';

describe('tokensOf()', () => {
  it('gives words, numbers with their punctuation, and signs of measure', () => {
    expect(tokensOf('Paid $ 1,250.5 (12%), the lender’s fee')).toEqual([
      'Paid',
      '$',
      '1,250.5',
      '12',
      '%',
      'the',
      'lender’s',
      'fee',
    ]);
    expect(tokensOf(' \n')).toEqual([]);
  });
});

describe('contentStems()', () => {
  it('drops numbers and idle words, stems the rest, and takes signs for words', () => {
    expect(contentStems(tokensOf('The figures drawn were 12 % of $ 40'))).toEqual(['drawn', 'percent', 'dollar']);
    expect(contentStems(['dollars', 'percent'])).toEqual(['dollar', 'percent']);
  });
});

describe('nameStems()', () => {
  it('cuts a CamelCase name into stems', () => {
    expect(nameStems('DebtInstrumentFaceAmount')).toEqual(['debt', 'instrument', 'face', 'amount']);
    expect(nameStems('EBITDAMargin')).toEqual(['ebitda', 'margin']);
  });
});

describe('isIdle()', () => {
  it('tells words of advice and function words from those that carry a condition', () => {
    for (const word of ['the', 'use', 'tag', 'become']) expect(isIdle(word)).toBe(true);
    for (const word of ['undrawn', 'premium', 'yet']) expect(isIdle(word)).toBe(false);
  });
});
