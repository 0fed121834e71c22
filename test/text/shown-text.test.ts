import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairLines } from '../../harness/inspect/pair-lines.ts';
import { plainLine } from '../../harness/text/plain-text.ts';

it('plainLine() is one line of at most so many characters, and says where it was cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.integer({ min: 2, max: 20 }), (text, characters) => {
      const shown = plainLine(text, characters);
      expect([...shown].length).toBeLessThanOrEqual(characters);
      expect(shown).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    }),
  );
  expect(plainLine('one two three', 8)).toBe('one two…');
  expect(plainLine('one two', 8)).toBe('one two');
  expect(plainLine('a\u001b[2Jb\nc')).toBe('a [2Jb c');
});

it('pairLines() shows where two long texts differ, and equal ones once', () => {
  const same = 'word '.repeat(40);
  const [, a, b] = pairLines('[x] [y]', 0.9, [`${same}one end`, `${same}other end`]);
  expect(a).toMatch(/^ {4}… (word )+one end$/);
  expect(b).toMatch(/^ {4}… (word )+other end$/);
  expect(pairLines('[x] [y]', 1, [same, same])).toHaveLength(2);
  expect(pairLines('[x] [y]', 0.91234567, ['one', 'other'], 'numbers')).toEqual([
    '  [x] [y]  0.9123  numbers',
    '    one',
    '    other',
  ]);
});
