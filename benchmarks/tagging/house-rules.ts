import type { Rng } from '../../harness/core/rng.ts';
import type { Condition, Family } from './family.ts';
import { families } from './families.ts';

/** A lesson: in this family, this condition means this tag. Id: `credit/undrawn`. */
export type Rule = {
  readonly id: string;
  readonly family: Family;
  readonly condition: Condition;
  readonly tag: string;
  /** How often it occurs in one deck of its family, by Zipf's law. */
  readonly frequency: number;
};

/**
 * The filer group's convention. In each family two tags, drawn at random, mean what their names say and the other four are
 * exchanged in a ring, so names mislead more often than they help; the frequency of the n-th rule is 10/n, in random order.
 */
export function drawHouseRules(rng: Rng): readonly Rule[] {
  return families.flatMap((family) => {
    const draw = rng.fork(family.name);
    const meaning = exchangeTags(family.tags, draw.fork('tags'));
    const ranks = draw.fork('ranks').shuffle(family.conditions.map((_condition, index) => index + 1));
    return family.conditions.map((condition, index) => ({
      id: `${family.name}/${condition.name}`,
      family,
      condition,
      tag: meaning.get(condition.hint)!,
      frequency: Math.max(1, Math.round(10 / ranks[index]!)),
    }));
  });
}

/** The convention after a change: a share of the rules, drawn at random, mean another tag of their family; the others are the same objects. */
export function reverseRules(rules: readonly Rule[], share: number, rng: Rng): readonly Rule[] {
  const chosen = new Set(
    rng
      .fork('chosen')
      .shuffle(rules)
      .slice(0, Math.round(share * rules.length)),
  );
  const draw = rng.fork('tags');
  return rules.map((rule) => {
    if (!chosen.has(rule)) return rule;
    return { ...rule, tag: draw.pick(rule.family.tags.filter((tag) => tag !== rule.tag)) };
  });
}

function exchangeTags(tags: readonly string[], rng: Rng): ReadonlyMap<string, string> {
  const shuffled = rng.shuffle(tags);
  const honest = shuffled.slice(0, 2);
  const ring = shuffled.slice(2);
  return new Map([
    ...honest.map((tag) => [tag, tag] as const),
    ...ring.map((tag, index) => [tag, ring[(index + 1) % ring.length]!] as const),
  ]);
}
