import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Budget } from '../../harness/core/spec.ts';
import { evict } from '../../harness/playbook/evict.ts';
import { type Bullet, emptyPlaybook, type Playbook, withBullets } from '../../harness/playbook/playbook.ts';
import { aceLayout, playbookTokens } from '../../harness/playbook/playbook-tokens.ts';
import { bulletOrders, renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import { grow, playbookOf, rule, section } from './degrees.ts';
import { perBullet, writtenTokens } from './written-tokens.ts';
import { deepFreeze } from './hostile-texts.ts';

/** Ten tokens a bullet and five for all the rest, so that budgets can be read. */
const tokensOf = ({ bullets }: Playbook): number => 5 + 10 * bullets.length;
const tenEach = perBullet(10, 5);

type Spec = { readonly utility: number; readonly age?: number };

/** Bullets by their utility; those with an age were added that many rounds before round 10, the others long ago. */
function bulletsOf(specs: readonly Spec[]): Playbook {
  const playbook = playbookOf(specs.map((_spec, index) => `Rule ${index}.`));
  return withBullets(
    playbook,
    playbook.bullets.map((bullet, index) => {
      const { utility, age = 9 } = specs[index]!;
      return {
        ...bullet,
        helpful: 5 + Math.max(0, utility),
        harmful: 5 + Math.max(0, -utility),
        addedAtRound: 10 - age,
      };
    }),
  );
}

function evicted(playbook: Playbook, budget: Partial<Budget>, round = 10) {
  const whole: Budget = { tokens: 35, evict: 'lowest-utility', evictTo: 1, graceRounds: 1, ...budget };
  return evict(deepFreeze(playbook), whole, { round, tokens: tenEach });
}

describe('evict()', () => {
  it('accepts a playbook exactly at the budget as it is', () => {
    const playbook = bulletsOf([{ utility: 0 }, { utility: 0 }, { utility: 0 }]);
    expect(evicted(playbook, { tokens: 35 })).toEqual({ playbook, event: null });
  });

  it('drops the least useful, then the oldest, as few as needed, and counts what age decided', () => {
    const playbook = bulletsOf([{ utility: 1 }, { utility: 0 }, { utility: -2 }, { utility: 0 }, { utility: 0 }]);
    const { playbook: kept, event } = evicted(playbook, { tokens: 35 });
    expect(event).toEqual({
      kind: 'evict',
      ids: [rule(3), rule(2)],
      ties: 1,
      tokensBefore: 55,
      tokensAfter: 35,
      exceedsBy: 0,
    });
    expect(kept.bullets.map(({ id }) => id)).toEqual([rule(1), rule(4), rule(5)]);
    expect(kept.nextNumber).toBe(playbook.nextNumber);
  });

  it('counts no tie where the next in line is more useful', () => {
    const playbook = bulletsOf([{ utility: 3 }, { utility: 2 }, { utility: 1 }, { utility: 0 }]);
    expect(evicted(playbook, { tokens: 25 }).event).toMatchObject({ ids: [rule(4), rule(3)], ties: 0 });
  });

  it('goes down to evictTo times the budget once it must', () => {
    const playbook = bulletsOf(Array.from({ length: 11 }, () => ({ utility: 0 })));
    expect(evicted(playbook, { tokens: 105, evictTo: 0.8 }).event).toMatchObject({
      tokensBefore: 115,
      tokensAfter: 75,
    });
    expect(evicted(playbook, { tokens: 105, evictTo: 1 }).event).toMatchObject({ tokensAfter: 105 });
    expect(evicted(playbook, { tokens: 115, evictTo: 0.5 }).event).toBeNull();
  });

  it('spares bullets for graceRounds, as long as the budget can be met without them', () => {
    const playbook = bulletsOf([
      { utility: 9 },
      { utility: -9, age: 0 },
      { utility: 9 },
      { utility: -9, age: 1 },
      { utility: -9, age: 2 },
    ]);
    expect(evicted(playbook, { tokens: 45, graceRounds: 0 }).event!.ids).toEqual([rule(2)]);
    expect(evicted(playbook, { tokens: 45, graceRounds: 1 }).event!.ids).toEqual([rule(4)]);
    expect(evicted(playbook, { tokens: 45, graceRounds: 2 }).event!.ids).toEqual([rule(5)]);
    expect(evicted(playbook, { tokens: 45, graceRounds: 3 }).event!.ids).toEqual([rule(1)]);
  });

  it('drops protected bullets last and only until the budget is met', () => {
    const playbook = bulletsOf([
      { utility: 5, age: 0 },
      { utility: 3, age: 0 },
      { utility: 4, age: 0 },
      { utility: 9 },
    ]);
    const { event } = evicted(playbook, { tokens: 25, evictTo: 0.1 });
    expect(event).toMatchObject({ ids: [rule(4), rule(2)], tokensAfter: 25, exceedsBy: 0 });
  });

  it('oldest drops by the round of addition, however useful, and counts what order decided among one round', () => {
    const specs = [
      { utility: 9, age: 5 },
      { utility: 9, age: 5 },
      { utility: 0, age: 4 },
      { utility: -9, age: 2 },
      { utility: -9, age: 0 },
    ];
    const { event } = evicted(bulletsOf(specs), { tokens: 35, evict: 'oldest' });
    expect(event).toMatchObject({ ids: [rule(1), rule(2)], ties: 1, tokensAfter: 35 });
    expect(evicted(bulletsOf(specs), { tokens: 35, evict: 'lowest-utility' }).event).toMatchObject({
      ids: [rule(4), rule(3)],
    });
    const fresh = evicted(bulletsOf(specs), { tokens: 15, evict: 'oldest', graceRounds: 5 }).event;
    expect(fresh!.ids).toEqual([rule(1), rule(2), rule(3), rule(4)]);
    const spared = evicted(bulletsOf([...specs].reverse()), { tokens: 45, evict: 'oldest', graceRounds: 5 }).event;
    expect(spared!.ids).toEqual([rule(4)]);
  });

  it('reject-new takes back additions of this round, the newest first, only until the budget is met', () => {
    const specs = [
      { utility: -9, age: 3 },
      { utility: -9, age: 1 },
      { utility: 9, age: 0 },
      { utility: 0, age: 0 },
      { utility: 9, age: 0 },
    ];
    const at35 = evicted(bulletsOf(specs), { tokens: 35, evict: 'reject-new', evictTo: 0.1, graceRounds: 3 });
    expect(at35.event).toMatchObject({ ids: [rule(5), rule(4)], ties: 0, tokensAfter: 35, exceedsBy: 0 });
    expect(at35.playbook.bullets.map(({ id }) => id)).toEqual([rule(1), rule(2), rule(3)]);
  });

  it('reject-new never drops an older bullet: what they exceed is recorded', () => {
    const playbook = bulletsOf([{ utility: 0 }, { utility: 0, age: 1 }, { utility: 0, age: 0 }]);
    const { playbook: kept, event } = evicted(playbook, { tokens: 15, evict: 'reject-new' });
    expect(kept.bullets.map(({ id }) => id)).toEqual([rule(1), rule(2)]);
    expect(event).toMatchObject({ ids: [rule(3)], tokensAfter: 25, exceedsBy: 10 });
  });

  it('drops nothing when off, and records by how much the budget is exceeded', () => {
    const playbook = bulletsOf([{ utility: 0 }, { utility: 0 }, { utility: 0 }]);
    const { playbook: kept, event } = evicted(playbook, { tokens: 12, evict: 'off' });
    expect(kept).toBe(playbook);
    expect(event).toEqual({ kind: 'evict', ids: [], ties: 0, tokensBefore: 35, tokensAfter: 35, exceedsBy: 23 });
  });

  it('counts growth since the last refine from what it leaves, and never from more than that refine left', () => {
    const refinedAt = (refinedTokens: number | null): Playbook => ({
      ...bulletsOf([{ utility: 0 }, { utility: 0 }, { utility: 0 }, { utility: 0 }]),
      refinedTokens,
    });
    const leftBy = (refinedTokens: number | null, budget: Partial<Budget> = {}) =>
      evicted(refinedAt(refinedTokens), { tokens: 35, ...budget }).playbook.refinedTokens;
    expect(leftBy(45)).toBe(35);
    expect(leftBy(40, { evictTo: 0.5 })).toBe(15);
    expect(leftBy(15)).toBe(15);
    expect(leftBy(null)).toBeNull();
    expect(leftBy(44, { tokens: 45 })).toBe(44);
    expect(leftBy(45, { evict: 'off' })).toBe(45);
  });

  it('records the excess where even the playbook without bullets is too large', () => {
    const playbook = bulletsOf([{ utility: 0 }]);
    expect(evicted(playbook, { tokens: 3 }).event).toMatchObject({ ids: [rule(1)], tokensAfter: 5, exceedsBy: 2 });
  });

  it('never leaves a playbook above the budget, keeps the rest as it was, and drops no bullet needlessly', () => {
    const anySpec = fc.record({ utility: fc.integer({ min: -2, max: 2 }), age: fc.nat({ max: 3 }) });
    fc.assert(
      fc.property(
        fc.array(anySpec, { maxLength: 12 }),
        fc.integer({ min: 5, max: 130 }),
        fc.constantFrom(0, 0.5, 0.8, 1),
        fc.nat({ max: 3 }),
        (specs, tokens, evictTo, graceRounds) => {
          const playbook = bulletsOf(specs);
          const { playbook: kept, event } = evicted(playbook, { tokens, evictTo, graceRounds });
          expect(tokensOf(kept)).toBeLessThanOrEqual(tokens);
          const ids = event?.ids ?? [];
          expect(kept.bullets).toEqual(playbook.bullets.filter(({ id }) => !ids.includes(id)));
          if (event === null) return;
          expect(event.tokensAfter).toBe(tokensOf(kept));
          // One bullet fewer would not have been enough, for the budget or for the share of it to go down to.
          expect(event.tokensAfter + 10).toBeGreaterThan(Math.min(tokens, tokens * evictTo));
          const again = evicted(kept, { tokens, evictTo, graceRounds });
          expect(again.event).toBeNull();
        },
      ),
    );
  });

  it('does nothing to an empty playbook within its budget', () => {
    expect(evicted(emptyPlaybook('', [section]), { tokens: 5 }).event).toBeNull();
  });

  it('finds the same as dropping one bullet after another, of texts of any length in any sections and orders', () => {
    const anyBullet = fc.record({
      words: fc.nat({ max: 12 }),
      section: fc.constantFrom('RULES', 'LAST'),
      utility: fc.integer({ min: -2, max: 2 }),
      age: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(
        fc.array(anyBullet, { maxLength: 14 }),
        fc.record({
          tokens: fc.integer({ min: 1, max: 500 }),
          evict: fc.constantFrom('lowest-utility', 'oldest', 'reject-new', 'off'),
          evictTo: fc.constantFrom(0, 0.5, 0.8, 1),
          graceRounds: fc.nat({ max: 2 }),
        }),
        fc.constantFrom(...bulletOrders),
        (specs, budget, order) => {
          const style = { counters: 'shown', order } as const;
          const written = writtenTokens(
            (text) => text.length,
            (one) => renderPlaybook(one, style),
          );
          const start = emptyPlaybook('Base.', ['RULES', 'LAST']);
          const grown = specs.reduce(
            (playbook, { words, section }) =>
              grow(playbook, [
                { op: 'add', section, text: `Rule${' more'.repeat(words)}.`, type: null, rationale: null },
              ]),
            start,
          );
          const playbook = withBullets(
            grown,
            grown.bullets.map((bullet, index) => {
              const { utility, age } = specs[index]!;
              return { ...bullet, helpful: 5 + utility, harmful: 5, addedAtRound: 10 - age };
            }),
          );
          const tokens = playbookTokens(aceLayout(style), (text) => text.length);
          const { playbook: kept, event } = evict(playbook, budget, { round: 10, tokens });
          const expected = droppedOneByOne(playbook, budget, 10, written.of);
          expect(event === null ? [] : event.ids).toEqual(expected);
          expect(kept.bullets).toEqual(playbook.bullets.filter(({ id }) => !expected.includes(id)));
          if (event !== null) expect(event.tokensAfter).toBe(written.of(kept));
        },
      ),
    );
  });
});

/** Ids in the order in which they go, by sorting all and writing the playbook out after each. */
function droppedOneByOne(
  playbook: Playbook,
  { tokens, evict, evictTo, graceRounds }: Budget,
  round: number,
  tokensOf: (playbook: Playbook) => number,
): readonly string[] {
  if (evict === 'off' || tokensOf(playbook) <= tokens) return [];
  const isNew = (bullet: Bullet): boolean => bullet.addedAtRound > round - graceRounds;
  const rank = (bullet: Bullet): number => (evict === 'oldest' ? bullet.addedAtRound : bullet.helpful - bullet.harmful);
  const sorted = [...playbook.bullets].sort((a, b) => rank(a) - rank(b));
  const stages =
    evict === 'reject-new'
      ? [{ line: playbook.bullets.filter(({ addedAtRound }) => addedAtRound === round).reverse(), limit: tokens }]
      : [
          { line: sorted.filter((bullet) => !isNew(bullet)), limit: tokens * evictTo },
          { line: sorted.filter(isNew), limit: tokens },
        ];
  const ids: string[] = [];
  let left = playbook;
  for (const { line, limit } of stages) {
    if (tokensOf(left) <= tokens) break;
    for (const { id } of line) {
      if (tokensOf(left) <= limit) break;
      ids.push(id);
      left = withBullets(
        left,
        left.bullets.filter((bullet) => bullet.id !== id),
      );
    }
  }
  return ids;
}
