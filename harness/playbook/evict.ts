import type { ContextEvent } from '../core/context-event.ts';
import type { Budget } from '../core/spec.ts';
import { type Bullet, type Playbook, withBullets } from './playbook.ts';

type EvictEvent = Extract<ContextEvent, { kind: 'evict' }>;
export type EvictWorld = { readonly round: number; readonly countTokens: (text: string) => number };

/** Which bullet goes first: lower is earlier. */
export type EvictOrder = (bullet: Bullet) => number;

/** Orders of eviction by the name that configs use; ties go to the oldest, which also has the lowest id. */
export const evictOrders = {
  /** helpful - harmful, the least first. */
  'lowest-utility': (bullet) => bullet.helpful - bullet.harmful,
} satisfies { readonly [name: string]: EvictOrder };

/**
 * Brings a playbook back under its budget, only when its rendered tokens exceed it: bullets past their grace rounds go until
 * `evictTo` x budget is reached; if that is not enough, protected ones go until the budget is met. `off` records the excess.
 * Returns a null event where nothing was due.
 */
export function evict(
  playbook: Playbook,
  budget: Budget,
  render: (playbook: Playbook) => string,
  world: EvictWorld,
): { readonly playbook: Playbook; readonly event: EvictEvent | null } {
  const tokensOf = (candidate: Playbook): number => world.countTokens(render(candidate));
  const tokensBefore = tokensOf(playbook);
  if (tokensBefore <= budget.tokens) return { playbook, event: null };
  if (budget.evict === 'off') {
    const exceedsBy = tokensBefore - budget.tokens;
    return { playbook, event: { kind: 'evict', ids: [], ties: 0, tokensBefore, tokensAfter: tokensBefore, exceedsBy } };
  }
  const utility = evictOrders[budget.evict];
  const isProtected = (bullet: Bullet): boolean => bullet.addedAtRound > world.round - budget.graceRounds;
  const order = playbook.bullets
    .map((bullet, age) => ({ bullet, age, utility: utility(bullet) }))
    .sort((a, b) => a.utility - b.utility || a.age - b.age);
  const willing = order.filter(({ bullet }) => !isProtected(bullet));
  const spared = order.filter(({ bullet }) => isProtected(bullet));
  const first = dropUntil(playbook, willing, budget.tokens * budget.evictTo, tokensOf);
  const second =
    first.tokens > budget.tokens
      ? dropUntil(first.playbook, spared, budget.tokens, tokensOf)
      : { ...first, ids: [], ties: 0 };
  const event: EvictEvent = {
    kind: 'evict',
    ids: [...first.ids, ...second.ids],
    ties: first.ties + second.ties,
    tokensBefore,
    tokensAfter: second.tokens,
    exceedsBy: Math.max(0, second.tokens - budget.tokens),
  };
  return { playbook: second.playbook, event };
}

type Ranked = { readonly bullet: Bullet; readonly utility: number };

/** Drops the fewest of the ranked bullets, from the first on, that bring the tokens to the limit or below. */
function dropUntil(
  playbook: Playbook,
  ranked: readonly Ranked[],
  limit: number,
  tokensOf: (playbook: Playbook) => number,
) {
  const without = (count: number): Playbook => {
    const gone = new Set(ranked.slice(0, count).map(({ bullet }) => bullet.id));
    return withBullets(
      playbook,
      playbook.bullets.filter(({ id }) => !gone.has(id)),
    );
  };
  // Tokens only fall with every bullet dropped, so the count can be found by bisection.
  let low = 0;
  let high = ranked.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokensOf(without(middle)) <= limit) high = middle;
    else low = middle + 1;
  }
  const remaining = without(low);
  // Age decided wherever the next one in line had the same utility.
  const ties = ranked.slice(0, low).filter(({ utility }, index) => ranked[index + 1]?.utility === utility).length;
  return {
    playbook: remaining,
    ids: ranked.slice(0, low).map(({ bullet }) => bullet.id),
    ties,
    tokens: tokensOf(remaining),
  };
}
