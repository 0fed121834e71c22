import { describe, expect, it } from 'vitest';
import { createDealer } from '../../benchmarks/tagging/dealer.ts';
import { drawHouseRules } from '../../benchmarks/tagging/house-rules.ts';
import { createRng } from '../../harness/core/rng.ts';

const rules = drawHouseRules(createRng(1));
function deal(tasks: number, seed: number): readonly (readonly string[])[] {
  const next = createDealer(rules, createRng(seed));
  return Array.from({ length: tasks }, () => next().map(({ id }) => id));
}

describe('createDealer()', () => {
  it('deals four different rules of two or three families', () => {
    for (const hand of deal(500, 1)) {
      expect(new Set(hand).size).toBe(4);
      expect([2, 3]).toContain(new Set(hand.map((id) => id.split('/')[0])).size);
    }
  });

  it('deals the same hands for the same seed', () => {
    expect(deal(50, 2)).toEqual(deal(50, 2));
    expect(deal(50, 2)).not.toEqual(deal(50, 3));
  });

  it('deals the rules of a family in proportion to their frequency', () => {
    const dealt = deal(3000, 4).flat();
    const own = rules.filter(({ family }) => family === rules[0]!.family);
    const count = (id: string): number => dealt.filter((other) => other === id).length;
    const ofFamily = own.reduce((sum, { id }) => sum + count(id), 0);
    const deck = own.reduce((sum, { frequency }) => sum + frequency, 0);
    for (const { id, frequency } of own) expect(count(id) / ofFamily / (frequency / deck)).toBeCloseTo(1, 1);
  });

  it('deals families unequally, the first most', () => {
    const dealt = deal(1000, 5).flat();
    const count = (name: string): number => dealt.filter((id) => id.startsWith(`${name}/`)).length;
    const [first, last] = [rules[0]!.family.name, rules.at(-1)!.family.name];
    expect(count(first)).toBeGreaterThan(1.5 * count(last));
  });
});
