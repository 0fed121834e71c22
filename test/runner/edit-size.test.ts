import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editSize } from '../../harness/runner/edit-size.ts';

// Words, so that sizes can be read off the texts.
const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
const size = (before: string, after: string) => editSize(before, after, countWords);

const bullet = (id: string, text: string, helpful = 0, harmful = 0) =>
  `[${id}] helpful=${helpful} harmful=${harmful} :: ${text}`;
const playbook = (...bullets: readonly string[]) => ['Add.', '## RULES', ...bullets].join('\n');

describe('editSize()', () => {
  it('is 0 for equal texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(size(text, text)).toEqual({ tokens: 0, counterTokens: 0 });
      }),
    );
  });

  it('is all of a text that came or went', () => {
    expect(size('', 'a b\nc')).toEqual({ tokens: 3, counterTokens: 0 });
    expect(size('a b\nc', '')).toEqual({ tokens: 3, counterTokens: 0 });
  });

  it('is the line of a bullet that was added, or removed', () => {
    const few = playbook(bullet('r-1', 'Round up.'));
    const many = playbook(bullet('r-1', 'Round up.'), bullet('r-2', 'Sort by date first.'));
    expect(size(few, many)).toEqual({ tokens: 8, counterTokens: 0 });
    expect(size(many, few)).toEqual({ tokens: 8, counterTokens: 0 });
  });

  it('sets changes of counters apart from changes of text', () => {
    const before = playbook(bullet('r-1', 'Round up.', 3, 1));
    expect(size(before, playbook(bullet('r-1', 'Round up.', 4, 1)))).toEqual({ tokens: 0, counterTokens: 6 });
    expect(size(before, playbook(bullet('r-1', 'Round down.', 4, 1)))).toEqual({ tokens: 2, counterTokens: 6 });
  });

  it('is nothing for a bullet that moved', () => {
    const [one, two] = [bullet('r-1', 'Round up.'), bullet('r-2', 'Sort by date.')];
    expect(size(playbook(one, two), playbook(two, one))).toEqual({ tokens: 0, counterTokens: 0 });
  });

  it('is the words that changed where one line of free text replaces another', () => {
    expect(size('Add.\nRound up to tens.', 'Add.\nRound down to tens.')).toEqual({ tokens: 2, counterTokens: 0 });
    expect(size('Round up.\nSort.', 'Round up.\nAnd take the mean.\nSort.')).toEqual({ tokens: 4, counterTokens: 0 });
  });

  it('counts both lines whole where they have too little in common', () => {
    const words = (prefix: string) => Array.from({ length: 300 }, (_, index) => `${prefix}${index}`).join(' ');
    expect(size(words('a'), words('b')).tokens).toBe(600);
  });

  it('never exceeds both texts', () => {
    const line = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }).map((words) => words.join(' '));
    const bulletLine = fc.tuple(fc.integer({ min: 1, max: 3 }), line).map(([id, text]) => bullet(`r-${id}`, text));
    const text = fc.array(fc.oneof(line, bulletLine), { maxLength: 6 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(size(before, after).tokens).toBeLessThanOrEqual(countWords(before) + countWords(after));
        expect(size(before, '').tokens).toBe(countWords(before));
      }),
    );
  });
});
