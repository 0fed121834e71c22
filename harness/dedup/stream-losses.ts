import type { StreamBullet } from './stream-bullets.ts';

export type StreamLosses = {
  readonly left: number;
  /** Meanings of rules and related rules that no bullet says any more, and their share of those that were said. */
  readonly rulesLost: number;
  readonly rulesLostShare: number | null;
  /** Bullets beyond one for each meaning that is left. */
  readonly surplus: number;
  /** Share of the rules and contradictions of them, both said before, of which both are left; null without any. */
  readonly contradictionsKept: number | null;
};

/** What a selection of a stream's bullets has lost, and what it has too much of. */
export function streamLosses(before: readonly StreamBullet[], left: readonly StreamBullet[]): StreamLosses {
  const said = new Set(left.map(({ meaning }) => meaning));
  const rules = new Set(before.filter(({ role }) => role !== 'contradiction').map(({ meaning }) => meaning));
  const rulesLost = [...rules].filter((meaning) => !said.has(meaning)).length;
  const pairs = contradictingPairs(before);
  const kept = pairs.filter((pair) => pair.every((meaning) => said.has(meaning))).length;
  return {
    left: left.length,
    rulesLost,
    rulesLostShare: rules.size === 0 ? null : rulesLost / rules.size,
    surplus: left.length - said.size,
    contradictionsKept: pairs.length === 0 ? null : kept / pairs.length,
  };
}

/** The meanings of a rule and of what contradicts it. */
export function contradictingPairs(bullets: readonly StreamBullet[]): readonly (readonly [string, string])[] {
  const ruleOf = new Map(bullets.flatMap(({ role, family, meaning }) => (role === 'rule' ? [[family, meaning]] : [])));
  return bullets.flatMap(({ role, family, meaning }) => {
    const rule = role === 'contradiction' ? ruleOf.get(family) : undefined;
    return rule === undefined ? [] : [[rule, meaning] as const];
  });
}
