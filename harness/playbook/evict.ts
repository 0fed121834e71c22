import type { ContextEvent } from '../core/context-event.ts';
import type { Budget } from '../core/spec.ts';
import { type Bullet, type Playbook, withBullets } from './playbook.ts';

type EvictEvent = Extract<ContextEvent, { kind: 'evict' }>;
export type EvictDeps = { readonly round: number; readonly countTokens: (text: string) => number };

/** Which bullet goes first: lower is earlier. Of equals the oldest goes first, which also has the lowest id. */
type EvictRank = (bullet: Bullet) => number;

const ranks = {
  /** helpful - harmful, the least first. */
  'lowest-utility': (bullet) => bullet.helpful - bullet.harmful,
  /** The round of its addition. */
  oldest: (bullet) => bullet.addedAtRound,
} satisfies { readonly [name: string]: EvictRank };

/**
 * Brings a playbook back under its budget, only when its rendered tokens exceed it. By rank, bullets past their grace rounds go until
 * `evictTo` x budget is reached; if that is not enough, protected ones go until the budget is met. `reject-new` takes this round's additions
 * back, the newest first, until the budget is met, and never an older bullet. `off` and what is left over record the excess. Returns a
 * null event where nothing was due.
 */
export function evict(
  playbook: Playbook,
  budget: Budget,
  render: (playbook: Playbook) => string,
  deps: EvictDeps,
): { readonly playbook: Playbook; readonly event: EvictEvent | null } {
  const tokensOf = (candidate: Playbook): number => deps.countTokens(render(candidate));
  const tokensBefore = tokensOf(playbook);
  if (tokensBefore <= budget.tokens) return { playbook, event: null };
  let [current, tokens, ties] = [playbook, tokensBefore, 0];
  const ids: string[] = [];
  for (const { ranked, limit } of stagesOf(playbook.bullets, budget, deps.round)) {
    if (tokens <= budget.tokens) break;
    const dropped = dropUntil(current, ranked, limit, tokensOf);
    [current, tokens, ties] = [dropped.playbook, dropped.tokens, ties + dropped.ties];
    ids.push(...dropped.ids);
  }
  const exceedsBy = Math.max(0, tokens - budget.tokens);
  return {
    playbook: growingFrom(current, tokens),
    event: { kind: 'evict', ids, ties, tokensBefore, tokensAfter: tokens, exceedsBy },
  };
}

/**
 * The playbook as an eviction publishes it: growth since the last refine is counted from the tokens it leaves, where those are fewer. Else a
 * lazy refine would wait for the evicted tokens to come back before it counted any growth, and run at overflows alone.
 */
export function growingFrom(playbook: Playbook, tokens: number): Playbook {
  const { refinedTokens } = playbook;
  return refinedTokens === null || refinedTokens <= tokens ? playbook : { ...playbook, refinedTokens: tokens };
}

/** What may go, in order, and until how many tokens are left. */
type Stage = { readonly ranked: readonly Ranked[]; readonly limit: number };

function stagesOf(bullets: readonly Bullet[], budget: Budget, round: number): readonly Stage[] {
  switch (budget.evict) {
    case 'off':
      return [];
    case 'reject-new': {
      const added = bullets.filter(({ addedAtRound }) => addedAtRound === round);
      return [{ ranked: added.map((bullet, age) => ({ bullet, rank: -age })).reverse(), limit: budget.tokens }];
    }
    case 'lowest-utility':
    case 'oldest': {
      const rankOf = ranks[budget.evict];
      // Sorting is stable, so bullets of one rank stay in order of addition.
      const ranked = bullets.map((bullet) => ({ bullet, rank: rankOf(bullet) })).sort((a, b) => a.rank - b.rank);
      const isProtected = ({ bullet }: Ranked): boolean => bullet.addedAtRound > round - budget.graceRounds;
      return [
        { ranked: ranked.filter((one) => !isProtected(one)), limit: budget.tokens * budget.evictTo },
        { ranked: ranked.filter(isProtected), limit: budget.tokens },
      ];
    }
  }
}

type Ranked = { readonly bullet: Bullet; readonly rank: number };

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
  // The order of addition decided wherever the next one in line had the same rank.
  const ties = ranked.slice(0, low).filter(({ rank }, index) => ranked[index + 1]?.rank === rank).length;
  return {
    playbook: remaining,
    ids: ranked.slice(0, low).map(({ bullet }) => bullet.id),
    ties,
    tokens: tokensOf(remaining),
  };
}
