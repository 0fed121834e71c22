import type { ContextEvent } from '../core/context-event.ts';
import type { Budget } from '../core/spec.ts';
import { type Bullet, type Playbook, withBullets } from './playbook.ts';
import type { PlaybookTokens } from './playbook-tokens.ts';

type EvictEvent = Extract<ContextEvent, { kind: 'evict' }>;
export type EvictDeps = { readonly round: number; readonly tokens: Pick<PlaybookTokens, 'of' | 'without' | 'line'> };

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
  { round, tokens }: EvictDeps,
): { readonly playbook: Playbook; readonly event: EvictEvent | null } {
  const tokensBefore = tokens.of(playbook);
  if (tokensBefore <= budget.tokens) return { playbook, event: null };
  let [current, tokensAfter, ties] = [playbook, tokensBefore, 0];
  const ids: string[] = [];
  for (const { queueOf, limit } of stagesOf(budget, round)) {
    if (tokensAfter <= budget.tokens) break;
    const queue = queueOf(current.bullets);
    const count = fewestToDrop(current, queue, tokensAfter, limit, tokens);
    for (let index = 0; index < count; index++) {
      ids.push(current.bullets[queue.places[index]!]!.id);
      // The order of addition decided wherever the next one in line had the same rank.
      if (queue.ranks[index] === queue.ranks[index + 1]) ties++;
    }
    current = without(current, queue, count);
    tokensAfter = tokens.of(current);
  }
  const exceedsBy = Math.max(0, tokensAfter - budget.tokens);
  return {
    playbook: growingFrom(current, tokensAfter),
    event: { kind: 'evict', ids, ties, tokensBefore, tokensAfter, exceedsBy },
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

/**
 * One rule of room for all methods: nothing shrinks that is within the budget, and what must shrink shrinks to so many tokens. Other policies
 * than those by rank never shrink a context below its budget.
 */
export function shrunkTokens({ tokens, evict, evictTo }: Budget): number {
  return evict === 'lowest-utility' || evict === 'oldest' ? tokens * evictTo : tokens;
}

/** Bullets that may go, by their places, in the order in which they do, each with its rank. */
type Queue = { readonly places: readonly number[]; readonly ranks: readonly number[] };
/** What may go, and until how many tokens are left. */
type Stage = { readonly queueOf: (bullets: readonly Bullet[]) => Queue; readonly limit: number };

function stagesOf(budget: Budget, round: number): readonly Stage[] {
  switch (budget.evict) {
    case 'off':
      return [];
    case 'reject-new':
      return [{ queueOf: (bullets) => newestFirst(bullets, round), limit: budget.tokens }];
    case 'lowest-utility':
    case 'oldest': {
      const rankOf = ranks[budget.evict];
      const isProtected = ({ addedAtRound }: Bullet): boolean => addedAtRound > round - budget.graceRounds;
      return [
        {
          queueOf: (bullets) => byRank(bullets, rankOf, (bullet) => !isProtected(bullet)),
          limit: shrunkTokens(budget),
        },
        { queueOf: (bullets) => byRank(bullets, rankOf, isProtected), limit: budget.tokens },
      ];
    }
  }
}

function newestFirst(bullets: readonly Bullet[], round: number): Queue {
  const places: number[] = [];
  for (let place = bullets.length - 1; place >= 0; place--)
    if (bullets[place]!.addedAtRound === round) places.push(place);
  // No two are of one age.
  return { places, ranks: places };
}

/** Grouped instead of sorted: ranks are few small numbers, however many bullets there are. */
function byRank(bullets: readonly Bullet[], rankOf: EvictRank, mayGo: (bullet: Bullet) => boolean): Queue {
  const placesOfRank = new Map<number, number[]>();
  for (let place = 0; place < bullets.length; place++) {
    const bullet = bullets[place]!;
    if (!mayGo(bullet)) continue;
    const rank = rankOf(bullet);
    const group = placesOfRank.get(rank);
    if (group === undefined) placesOfRank.set(rank, [place]);
    else group.push(place);
  }
  const places: number[] = [];
  const ranksInLine: number[] = [];
  for (const [rank, group] of [...placesOfRank].sort(([a], [b]) => a - b))
    for (const place of group) {
      places.push(place);
      ranksInLine.push(rank);
    }
  return { places, ranks: ranksInLine };
}

/**
 * The fewest of a queue, from its first on, whose going brings the tokens to the limit or below; all of them where that is not enough. Lines
 * tell nearly how many that are; headers and the end of the text, which hang on what is left, are settled by counting.
 */
function fewestToDrop(
  playbook: Playbook,
  queue: Queue,
  tokensNow: number,
  limit: number,
  tokens: EvictDeps['tokens'],
): number {
  const met = new Map<number, boolean>();
  const meets = (count: number): boolean => {
    const known = met.get(count) ?? tokens.without(playbook, goneOf(playbook, queue, count)) <= limit;
    met.set(count, known);
    return known;
  };
  const all = queue.places.length;
  let near = 0;
  for (let left = tokensNow; near < all && left > limit; near++)
    left -= tokens.line(playbook.bullets[queue.places[near]!]!);
  // Tokens only fall with every bullet dropped: outwards from there in growing steps, then between the last two.
  let [low, high] = [near, near];
  if (meets(near)) for (let step = 1; low > 0 && meets(low); step *= 2) [low, high] = [Math.max(0, low - step), low];
  else for (let step = 1; high < all && !meets(high); step *= 2) [low, high] = [high + 1, Math.min(all, high + step)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (meets(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function without(playbook: Playbook, queue: Queue, count: number): Playbook {
  if (count === 0) return playbook;
  const gone = goneOf(playbook, queue, count);
  return withBullets(
    playbook,
    playbook.bullets.filter((_, place) => gone[place] === 0),
  );
}

/** The places of the first so many of a queue, marked by 1. */
function goneOf({ bullets }: Playbook, { places }: Queue, count: number): Uint8Array {
  const gone = new Uint8Array(bullets.length);
  for (let index = 0; index < count; index++) gone[places[index]!] = 1;
  return gone;
}
