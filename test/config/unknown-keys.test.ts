import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pathsTo, unknownKeys } from '../../harness/config/unknown-keys.ts';

const inner = z.object({ a: z.number().optional() });

describe('unknownKeys()', () => {
  it.each<[string, z.ZodType]>([
    ['an optional object', inner.optional()],
    ['a default', inner.default({})],
    ['a prefault', inner.prefault({})],
    ['a nullable object', inner.nullable()],
    ['a read-only object', inner.readonly()],
    ['a transformed object', inner.transform((value) => value)],
    ['a strict object', z.strictObject({ a: z.number() })],
    ['a union of several forms', z.union([z.number(), inner])],
    ['a nested union', z.union([z.union([inner, z.string()]), z.null()])],
  ])('looks into %s', (_, schema) => {
    const found = unknownKeys(z.object({ list: z.array(z.record(z.string(), schema)) }), {
      list: [{ x: { a: 1, b: 2 } }],
    });
    expect(found).toEqual([{ path: ['list', 0, 'x'], key: 'b', known: ['a'], below: [] }]);
  });

  it('knows the keys of every form where a union does not say which is meant', () => {
    const schema = z.union([z.object({ a: z.number() }), z.object({ b: z.number() })]);
    expect(unknownKeys(schema, { a: 1, b: 1 })).toEqual([]);
    expect(unknownKeys(schema, { c: 1 })).toEqual([{ path: [], key: 'c', known: ['a', 'b'], below: [] }]);
  });

  it('lets open objects be, and values that are no mappings', () => {
    expect(unknownKeys(z.looseObject({ a: z.number() }), { b: 1 })).toEqual([]);
    expect(unknownKeys(z.object({ a: z.number() }).catchall(z.string()), { b: 'x' })).toEqual([]);
    for (const value of [null, 1, 'text', [1]]) expect(unknownKeys(inner, value)).toEqual([]);
  });

  it('takes only own keys of the shape as known', () => {
    expect(unknownKeys(inner, { constructor: 1 })[0]?.key).toBe('constructor');
  });

  it('gives all of them, in written order, with where below their mapping the word is a key', () => {
    const schema = z.object({ deep: z.record(z.string(), z.union([z.number(), inner])), list: z.array(inner) });
    const found = unknownKeys(schema, { a: 1, deep: { x: { c: 1 }, y: 1 }, list: [{}, { d: 1 }] });
    expect(found.map(({ path, key, below }) => [[...path, key].join('.'), below])).toEqual([
      [
        'a',
        [
          ['deep', 'NAME', 'a'],
          ['list', 'NAME', 'a'],
        ],
      ],
      ['deep.x.c', []],
      ['list.1.d', []],
    ]);
  });
});

describe('pathsTo()', () => {
  it('gives each place once, though several forms of a union have it', () => {
    const schema = z.object({ one: z.union([inner, z.object({ a: z.string() })]) });
    expect(pathsTo('a', schema)).toEqual([['one', 'a']]);
    expect(pathsTo('b', schema)).toEqual([]);
  });
});
