import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gramsOf, ownSplits, splitByComponents, type Splittable } from '../../benchmarks/domain/split-by-components.ts';

const shares = { train: 0.5, val: 0.15, test: 0.35 };

/** Sentences are windows of one text without repeated words, so two share an 13-gram where they overlap by eight words. */
const windowOf = (start: number, length: number): string =>
  Array.from({ length }, (_, offset) => `Word${start + offset}`).join(' ');
const sentences = fc
  .array(fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 3 })
  .map((windows) => windows.map(([start, length]) => windowOf(start, length)));
const items = fc
  .array(sentences, { maxLength: 40 })
  .map((lists) => lists.map((list, index): Splittable => ({ id: `item-${index}`, sentences: list })));
const apart = (count: number): readonly Splittable[] =>
  Array.from({ length: count }, (_, index) => ({ id: `item-${index}`, sentences: [windowOf(100 * index, 20)] }));

const shareGram = (a: Splittable, b: Splittable): boolean => {
  const grams = new Set(a.sentences.flatMap(gramsOf));
  return b.sentences.flatMap(gramsOf).some((gram) => grams.has(gram));
};

/** All ids that can be reached from the first item by shared grams, found the slow way. */
function reachableFrom(first: Splittable, all: readonly Splittable[]): ReadonlySet<string> {
  const reached = new Set([first.id]);
  const queue = [first];
  for (let item = queue.pop(); item !== undefined; item = queue.pop())
    for (const other of all)
      if (!reached.has(other.id) && shareGram(item, other)) {
        reached.add(other.id);
        queue.push(other);
      }
  return reached;
}

describe('gramsOf()', () => {
  it('gives runs of thirteen lower-cased words, a short sentence as one, an empty one none', () => {
    expect(gramsOf('A b c d e f g H i j k l m n')).toEqual(['a b c d e f g h i j k l m', 'b c d e f g h i j k l m n']);
    expect(gramsOf('A  b ,')).toEqual(['a b ,']);
    expect(gramsOf(' ')).toEqual([]);
  });
});

describe('splitByComponents()', () => {
  it('shares no 13-gram between splits and keeps every item once', () => {
    fc.assert(
      fc.property(items, fc.integer(), (all, seed) => {
        const { splits } = splitByComponents(all, { shares, seed });
        const placed = ownSplits.flatMap((split) => splits[split]);
        expect([...placed].sort()).toEqual(all.map(({ id }) => id).sort());
        const home = new Map<string, string>();
        for (const split of ownSplits)
          for (const gram of all
            .filter(({ id }) => splits[split].includes(id))
            .flatMap((i) => i.sentences.flatMap(gramsOf))) {
            expect(home.get(gram) ?? split).toBe(split);
            home.set(gram, split);
          }
      }),
    );
  });

  it('finds exactly the connected components', () => {
    fc.assert(
      fc.property(items, (all) => {
        const byId = new Map(all.map((item) => [item.id, item]));
        for (const component of splitByComponents(all, { shares, seed: 1 }).components)
          expect(new Set(component)).toEqual(reachableFrom(byId.get(component[0]!)!, all));
      }),
    );
  });

  it('is fixed by its seed, and differs between seeds', () => {
    const all = apart(60);
    const first = splitByComponents(all, { shares, seed: 1 });
    expect(splitByComponents(all, { shares, seed: 1 })).toEqual(first);
    const other = splitByComponents(all, { shares, seed: 2 });
    expect(other.components).toEqual(first.components);
    expect([...other.splits.test].sort()).not.toEqual([...first.splits.test].sort());
  });

  it('meets the shares where items share nothing', () => {
    const { splits } = splitByComponents(apart(200), { shares, seed: 3 });
    expect(ownSplits.map((split) => splits[split].length)).toEqual([100, 30, 70]);
  });

  it('puts a giant component wholly into train and divides the rest among the others', () => {
    const chain = Array.from({ length: 160 }, (_, index) => ({
      id: `chain-${index}`,
      sentences: [windowOf(100_000 + 4 * index, 17)],
    }));
    const { splits, components } = splitByComponents([...apart(40), ...chain], { shares, seed: 3 });
    expect(Math.max(...components.map((ids) => ids.length))).toBe(160);
    expect(splits.train.every((id) => id.startsWith('chain-'))).toBe(true);
    expect(ownSplits.map((split) => splits[split].length)).toEqual([160, 12, 28]);
  });
});
