import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findUnknownKey } from '../../harness/config/unknown-key.ts';

const inner = z.object({ a: z.number().optional() });

describe('findUnknownKey()', () => {
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
    const found = findUnknownKey(z.object({ list: z.array(z.record(z.string(), schema)) }), {
      list: [{ x: { a: 1, b: 2 } }],
    });
    expect(found).toEqual({ path: ['list', 0, 'x'], key: 'b', known: ['a'] });
  });

  it('knows the keys of every form where a union does not say which is meant', () => {
    const schema = z.union([z.object({ a: z.number() }), z.object({ b: z.number() })]);
    expect(findUnknownKey(schema, { a: 1, b: 1 })).toBeNull();
    expect(findUnknownKey(schema, { c: 1 })).toEqual({ path: [], key: 'c', known: ['a', 'b'] });
  });

  it('lets open objects be, and values that are no mappings', () => {
    expect(findUnknownKey(z.looseObject({ a: z.number() }), { b: 1 })).toBeNull();
    expect(findUnknownKey(z.object({ a: z.number() }).catchall(z.string()), { b: 'x' })).toBeNull();
    for (const value of [null, 1, 'text', [1]]) expect(findUnknownKey(inner, value)).toBeNull();
  });

  it('takes only own keys of the shape as known', () => {
    expect(findUnknownKey(inner, { constructor: 1 })?.key).toBe('constructor');
  });
});
