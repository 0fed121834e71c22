import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneLine } from '../../harness/playbook/one-line.ts';
import { hostileText, lineBreaks } from './hostile-texts.ts';

describe('oneLine()', () => {
  it.each(lineBreaks.map((lineBreak) => [JSON.stringify(lineBreak), lineBreak]))(
    'makes %s a blank',
    (_name, lineBreak) => {
      expect(oneLine(`${lineBreak}first ${lineBreak}${lineBreak} second${lineBreak}`)).toBe('first second');
    },
  );

  it('keeps blanks inside a line, and empties a text of line breaks alone', () => {
    expect(oneLine('  two  blanks ')).toBe('two  blanks');
    expect(oneLine(lineBreaks.join(' '))).toBe('');
  });

  it('gives one trimmed line for any text, and changes it no more', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const line = oneLine(text);
        expect(line).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029]/);
        expect(line).toBe(line.trim());
        expect(oneLine(line)).toBe(line);
      }),
    );
  });

  it('needs no quadratic time for a long run of blanks', () => {
    const blanks = ' '.repeat(300_000);
    expect(oneLine(`a${blanks}b\n${blanks}c`)).toBe(`a${blanks}b c`);
  });
});
