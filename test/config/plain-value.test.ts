import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainValue } from '../../harness/config/plain-value.ts';
import { showPath } from '../../harness/config/path.ts';

function read(value: unknown): unknown {
  return plainValue(value, (path) => `Cannot read the config at ${showPath(path)}`);
}

describe('plainValue()', () => {
  it('copies what JSON can hold, and shares nothing with it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(read(value)).toEqual(value);
      }),
    );
    const given = { arms: { a: [1] } };
    const copy = read(given) as typeof given;
    copy.arms.a.push(2);
    expect(given).toEqual({ arms: { a: [1] } });
  });

  it('leaves out members that are undefined, and takes the same value in two places', () => {
    const limits = { train: 1 };
    expect(read({ a: undefined, b: limits, c: limits })).toEqual({ b: limits, c: limits });
    expect(Object.keys(read({ a: undefined }) as object)).toEqual([]);
  });

  it.each([
    ['a function', () => {}, 'a value of type function'],
    ['a date', new Date(0), 'a value of type Date'],
    ['a map', new Map(), 'a value of type Map'],
    ['a symbol', Symbol('x'), 'a value of type symbol'],
    ['a big integer', 1n, 'a value of type bigint'],
    ['nothing in a list', [1, undefined], 'nothing'],
  ])('refuses %s, by its place', (_what, value, found) => {
    const place = Array.isArray(value) ? 'arms.ace.1' : 'arms.ace';
    expect(() => read({ arms: { ace: value } })).toThrow(
      `Cannot read the config at ${place}: expected ${place} to be plain data, found ${found}`,
    );
  });

  it('refuses a circle', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(() => read({ a: circle })).toThrow(
      'Cannot read the config at a.self: expected a.self to be plain data, found a circle',
    );
  });
});
