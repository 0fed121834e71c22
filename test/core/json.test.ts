import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, equalJson, type Json } from '../../harness/core/json.ts';

/** The value with the keys of all its objects in another order. */
function reordered(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(reordered);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reordered(inner)]),
  );
}

describe('canonicalJson()', () => {
  it('puts keys in code-unit order at every depth, numbers among them', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x', '10': true, '9': false, B: 1.5 })).toBe(
      '{"10":true,"9":false,"B":1.5,"a":"x","b":[{"c":null,"d":1}]}',
    );
  });

  it('gives equal bytes for equal values, and JSON that reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        const text = canonicalJson(json);
        expect(JSON.parse(text)).toEqual(json);
        expect(canonicalJson(reordered(json))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('gives different bytes for different values', () => {
    const values: Json[] = [
      null,
      'null',
      0,
      '0',
      false,
      [],
      {},
      [null],
      [[]],
      '',
      { a: 1 },
      { a: '1' },
      [1, 2],
      [2, 1],
    ];
    expect(new Set(values.map(canonicalJson)).size).toBe(values.length);
  });

  it('leaves out keys without a value, as JSON does', () => {
    expect(canonicalJson({ a: undefined, b: 1 } as unknown as Json)).toBe('{"b":1}');
  });
});

describe('equalJson()', () => {
  it('says of two values what their canonical JSON says', () => {
    // Few shapes and values, so that equal ones and those that differ in one place are met often.
    const small = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(null, 0, 1, 'a', true), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 2 }),
      object: fc.dictionary(fc.constantFrom('a', 'b'), fc.option(tie('value'), { nil: undefined }), { maxKeys: 2 }),
    })).value as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(equalJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
        expect(equalJson(a, reordered(a))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
