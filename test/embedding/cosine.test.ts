import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine, normaliseText } from '../../harness/embedding/cosine.ts';

const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 })
  .filter((numbers) => Math.hypot(...numbers) > 1e-3)
  .map((numbers) => Float32Array.from(numbers, (value) => value / Math.hypot(...numbers)));

describe('cosine()', () => {
  it('is symmetric, within [-1, 1], and has at most six decimals', () => {
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        const value = cosine(a, b);
        expect(cosine(b, a)).toBe(value);
        expect(Math.abs(value)).toBeLessThanOrEqual(1);
        expect(value).toBe(Number(value.toFixed(6)) + 0);
      }),
    );
  });

  it('gives 1 for equal vectors and -1 for opposite ones', () => {
    fc.assert(
      fc.property(vector, (a) => {
        expect(cosine(a, a)).toBe(1);
        expect(
          cosine(
            a,
            a.map((value) => -value),
          ),
        ).toBe(-1);
      }),
    );
  });

  it('gives values worked out by hand', () => {
    expect(cosine(Float32Array.of(0.6, 0.8), Float32Array.of(0.8, 0.6))).toBe(0.96);
    expect(Object.is(cosine(Float32Array.of(1, 0), Float32Array.of(-0, 1)), 0)).toBe(true);
    expect(Object.is(cosine(Float32Array.of(1, 0), Float32Array.of(-1e-8, 1)), 0)).toBe(true);
  });

  it('throws on vectors of different lengths', () => {
    expect(() => cosine(new Float32Array(3), new Float32Array(4))).toThrow('found 3 and 4');
  });
});

describe('normaliseText()', () => {
  it('collapses white space, trims and composes, and keeps case', () => {
    expect(normaliseText('  Use\t\nthe \u00a0 cafe\u0301  API ')).toBe('Use the café API');
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normaliseText(normaliseText(text))).toBe(normaliseText(text));
      }),
    );
  });
});
