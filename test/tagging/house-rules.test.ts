import { describe, expect, it } from 'vitest';
import { families } from '../../benchmarks/tagging/families.ts';
import { drawHouseRules, reverseRules } from '../../benchmarks/tagging/house-rules.ts';
import { createRng } from '../../harness/core/rng.ts';

describe('drawHouseRules()', () => {
  it('gives one rule per condition, with a tag of its family', () => {
    const rules = drawHouseRules(createRng(3));
    expect(new Set(rules.map(({ id }) => id)).size).toBe(80);
    for (const { family, tag } of rules) expect(family.tags).toContain(tag);
  });

  it('exchanges tags one for one: conditions have one tag iff they have one hint', () => {
    const rules = drawHouseRules(createRng(3));
    for (const a of rules)
      for (const b of rules.filter(({ family }) => family === a.family))
        expect(a.tag === b.tag).toBe(a.condition.hint === b.condition.hint);
  });

  it('lets two of six tags mean what they say, others by seed', () => {
    const honest = (seed: number): readonly string[] => [
      ...new Set(
        drawHouseRules(createRng(seed))
          .filter(({ tag, condition }) => tag === condition.hint)
          .map(({ tag }) => tag),
      ),
    ];
    for (const seed of [1, 2, 3]) expect(honest(seed)).toHaveLength(2 * families.length);
    expect(honest(1)).not.toEqual(honest(2));
  });

  it('gives frequencies 10/rank in each family', () => {
    for (const family of families) {
      const frequencies = drawHouseRules(createRng(5))
        .filter((rule) => rule.family === family)
        .map(({ frequency }) => frequency)
        .sort((a, b) => b - a);
      expect(frequencies).toEqual([10, 5, 3, 3, 2, 2, 1, 1, 1, 1]);
    }
  });
});

describe('reverseRules()', () => {
  const rules = drawHouseRules(createRng(1));
  it.each([0, 0.25, 1])(
    'gives a share of %d of the rules another tag of their family, and keeps the others',
    (share) => {
      const after = reverseRules(rules, share, createRng('shift'));
      expect(after.filter((rule, index) => rule.tag !== rules[index]!.tag)).toHaveLength(
        Math.round(share * rules.length),
      );
      expect(after.map(({ tag: _tag, ...rest }) => rest)).toEqual(rules.map(({ tag: _tag, ...rest }) => rest));
      for (const { tag, family } of after) expect(family.tags).toContain(tag);
    },
  );
});
