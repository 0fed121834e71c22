import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectedComponents } from '../../harness/core/connected-components.ts';

describe('connectedComponents()', () => {
  it('names a component by its first item, whichever item joined it', () => {
    expect(connectedComponents([['a'], ['b'], ['c'], ['b', 'c'], ['c', 'a'], []])).toEqual([0, 0, 0, 0, 0, 5]);
    expect(connectedComponents([])).toEqual([]);
  });

  it('gives the components of a walk over shared keys', () => {
    const items = fc.array(fc.array(fc.integer({ min: 0, max: 12 }).map(String), { maxLength: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(items, (keys) => {
        expect(connectedComponents(keys)).toEqual(keys.map((_, index) => Math.min(...reached(keys, index))));
      }),
    );
  });
});

function reached(keys: readonly (readonly string[])[], from: number): ReadonlySet<number> {
  const found = new Set([from]);
  for (const index of found)
    for (const [other, theirs] of keys.entries())
      if (theirs.some((key) => keys[index]!.includes(key))) found.add(other);
  return found;
}
