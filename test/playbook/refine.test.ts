import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Budget } from '../../harness/core/spec.ts';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { evict } from '../../harness/playbook/evict.ts';
import { emptyPlaybook, type Playbook, withBullets } from '../../harness/playbook/playbook.ts';
import { refine } from '../../harness/playbook/refine.ts';
import { perBullet, writtenTokens } from './written-tokens.ts';
import { renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import {
  addOf,
  at,
  cosineOfDegrees,
  degreesWorld,
  dropping,
  grow,
  playbookOf,
  rule,
  section,
  textsOf,
} from './degrees.ts';
import { anyOp } from './deltas.ts';
import { deepFreeze } from './hostile-texts.ts';

const empty = emptyPlaybook('', [section]);

async function refined(playbook: Playbook, threshold: number, deps = degreesWorld()) {
  return refine(deepFreeze(playbook), dropping(threshold), 'delta', deps);
}

/** The playbook as a checkpoint brings it back. */
function resumed(playbook: Playbook): Playbook {
  return JSON.parse(JSON.stringify(playbook));
}

function neverCompared(playbook: Playbook): Playbook {
  return withBullets(
    playbook,
    playbook.bullets.map((bullet) => ({ ...bullet, fresh: true })),
  );
}

/** Adds one delta after the other, refining where the schedule says so and at the end. */
async function grown(deltas: readonly (readonly string[])[], passes: readonly boolean[], threshold: number) {
  const deps = degreesWorld();
  let current = empty;
  for (const [index, texts] of deltas.entries()) {
    current = grow(current, texts.map(addOf), index + 1);
    if (passes[index % passes.length]) current = (await refined(current, threshold, deps)).playbook;
  }
  return { playbook: (await refined(current, threshold, deps)).playbook, comparisons: deps.comparisons() };
}

const thresholds = fc.constantFrom(0, 0.3, 0.5, cosineOfDegrees(30), 0.9, 0.99, 0.999999, 1);
const anyDirection = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: -2, max: 2 }))
  .map(([around, up]) => at(around * 15, up * 15));
const anyDeltas = fc.array(fc.array(anyDirection, { maxLength: 5, size: 'max' }), { maxLength: 10, size: 'max' });

describe('refine() of a stream of adds', () => {
  it('leaves the same bullets after each delta, at any number of passes, and in one pass at the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyDeltas,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }),
        thresholds,
        async (deltas, schedule, threshold) => {
          const once = await grown(deltas, [false], threshold);
          const proactive = await grown(deltas, [true], threshold);
          const lazy = await grown(deltas, schedule, threshold);
          const core = ({ bullets, sections, nextNumber }: Playbook) => ({ bullets, sections, nextNumber });
          expect(core(proactive.playbook)).toEqual(core(once.playbook));
          expect(core(lazy.playbook)).toEqual(core(once.playbook));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('leaves other bullets where a text is updated in between', async () => {
    const turn = { op: 'update', id: rule(1), text: at(90) } as const;
    const first = playbookOf([at(0), at(10)]);
    const proactive = await refined(grow((await refined(first, 0.9)).playbook, [turn], 2), 0.9);
    const once = await refined(grow(first, [turn], 2), 0.9);
    expect(textsOf(proactive.playbook)).toEqual([at(90)]);
    expect(textsOf(once.playbook)).toEqual([at(90), at(10)]);
  });

  const budget: Budget = { tokens: 2, evict: 'lowest-utility', evictTo: 1, graceRounds: 0 };
  const inBudget = (playbook: Playbook, tokens = budget.tokens): Playbook =>
    evict(playbook, { ...budget, tokens }, { round: 9, tokens: perBullet(1) }).playbook;

  it('leaves other bullets where some are evicted in between', async () => {
    const first = playbookOf([at(0), at(10)]);
    const proactive = inBudget(
      (await refined(grow((await refined(first, 0.9)).playbook, [addOf(at(90))]), 0.9)).playbook,
    );
    const once = (await refined(inBudget(grow(first, [addOf(at(90))])), 0.9)).playbook;
    expect(textsOf(proactive)).toEqual([at(0), at(90)]);
    expect(textsOf(once)).toEqual([at(10), at(90)]);
  });

  it('leaves other bullets where a tag on one already merged decides what is evicted', async () => {
    const tag = { op: 'tag', id: rule(2), helpful: 1, harmful: 0 } as const;
    const first = playbookOf([at(0), at(10), at(90)]);
    const proactive = await refined(grow((await refined(first, 0.9)).playbook, [tag], 2), 0.9);
    const once = await refined(grow(first, [tag], 2), 0.9);
    expect(textsOf(inBudget(proactive.playbook, 1))).toEqual([at(90)]);
    expect(textsOf(inBudget(once.playbook, 1))).toEqual([at(0)]);
  });

  it('leaves other bullets where the threshold differs in between', async () => {
    const first = playbookOf([at(0), at(40)]);
    const loose = (await refined(first, 0.5)).playbook;
    expect(textsOf((await refined(grow(loose, [addOf(at(80))]), 0.9)).playbook)).toEqual([at(0), at(80)]);
    expect(textsOf((await refined(grow(first, [addOf(at(80))]), 0.9)).playbook)).toEqual([at(0), at(40), at(80)]);
  });
});

describe('refine()', () => {
  it('puts each bullet against the surviving ones only: with 0-2 and 1-2 alike but not 0-1, 2 joins one group', async () => {
    const { playbook, event } = await refined(playbookOf([at(0), at(60), at(31)]), cosineOfDegrees(45));
    expect(event.merged).toEqual([{ from: rule(3), into: rule(2), cosine: cosineOfDegrees(29) }]);
    expect(textsOf(playbook)).toEqual([at(0), at(60)]);
    const helpful = withBullets(
      playbookOf([at(0), at(60), at(31)]),
      playbookOf([at(0), at(60), at(31)]).bullets.map((bullet) => ({ ...bullet, helpful: 1 })),
    );
    const counted = await refined(helpful, cosineOfDegrees(45));
    expect(counted.playbook.bullets.map(({ helpful }) => helpful)).toEqual([1, 2]);
  });

  it('bridges no chain: what resembles a dropped bullet alone stays', async () => {
    const { playbook } = await refined(playbookOf([at(0), at(30), at(60)]), cosineOfDegrees(45));
    expect(textsOf(playbook)).toEqual([at(0), at(60)]);
  });

  it('merges into the elder of two that are equally alike', async () => {
    const { event } = await refined(playbookOf([at(60), at(0), at(30)]), cosineOfDegrees(45));
    expect(event.merged).toEqual([{ from: rule(3), into: rule(1), cosine: cosineOfDegrees(30) }]);
  });

  it('takes a cosine at the threshold as no duplicate, and one millionth above it as one', async () => {
    const pair = playbookOf([at(0), at(30)]);
    expect((await refined(pair, cosineOfDegrees(30))).event.merged).toEqual([]);
    expect((await refined(pair, cosineOfDegrees(30) - 1e-6)).event.merged).toHaveLength(1);
  });

  it('at threshold 1 merges nothing, not even equal texts, and asks for nothing', async () => {
    const deps = degreesWorld();
    const { playbook, event } = await refined(playbookOf([at(0), at(0), at(90)]), 1, deps);
    expect(textsOf(playbook)).toEqual([at(0), at(0), at(90)]);
    expect(event).toMatchObject({ merged: [], compared: 0 });
    expect([deps.embedded(), deps.comparisons()]).toEqual([[], 0]);
  });

  it('at threshold 0 merges whatever is alike at all, and nothing at a right angle', async () => {
    const { playbook } = await refined(playbookOf([at(0), at(89), at(90), at(91), at(180)]), 0);
    expect(textsOf(playbook)).toEqual([at(0), at(90), at(180)]);
  });

  it('adds counters, uses and lineage to the elder, which keeps its text, age and place', async () => {
    const first = playbookOf([at(0), at(90)]);
    const tagged = grow(grow(first, [addOf(at(5))], 2), [
      { op: 'tag', id: rule(1), helpful: 1, harmful: 2 },
      { op: 'tag', id: rule(3), helpful: 4, harmful: 0 },
    ]);
    const { playbook, event } = await refined(tagged, 0.9);
    expect(event.merged).toEqual([{ from: rule(3), into: rule(1), cosine: cosineOfDegrees(5) }]);
    expect(playbook.bullets.map(({ id }) => id)).toEqual([rule(1), rule(2)]);
    expect(playbook.bullets[0]).toMatchObject({ text: at(0), helpful: 5, harmful: 2, addedAtRound: 1 });
    expect(playbook.bullets[0]!.lineage).toEqual(['1/task/0', '2/task/0']);
  });

  it('goes by the order of addition, not by the order of sections', async () => {
    const spread = emptyPlaybook('', ['FIRST', 'SECOND']);
    const playbook = grow(spread, [
      { ...addOf(at(0)), section: 'second' } as never,
      { ...addOf(at(5)), section: 'first' } as never,
    ]);
    const { playbook: after } = await refined(playbook, 0.9);
    expect(after.bullets.map(({ section, text }) => [section, text])).toEqual([['SECOND', at(0)]]);
  });

  it('records the tokens before and after, and remembers those after', async () => {
    const playbook = playbookOf([at(0), at(5)]);
    const { playbook: after, event } = await refined(playbook, 0.9);
    expect(event.tokensBefore).toBe(renderPlaybook(playbook).length);
    expect(event.tokensAfter).toBe(renderPlaybook(after).length);
    expect(after.refinedTokens).toBe(event.tokensAfter);
  });

  it('compares an updated bullet by its new text, with the elder ones and the younger', async () => {
    const old = (await refined(playbookOf([at(0), at(90), at(180)]), 0.9)).playbook;
    const elder = await refined(grow(old, [{ op: 'update', id: rule(3), text: at(1) }]), 0.9);
    expect(elder.event.merged).toEqual([{ from: rule(3), into: rule(1), cosine: cosineOfDegrees(1) }]);
    const younger = await refined(grow(old, [{ op: 'update', id: rule(1), text: at(91) }]), 0.9);
    expect(younger.event.merged).toEqual([{ from: rule(2), into: rule(1), cosine: cosineOfDegrees(1) }]);
    const away = await refined(grow(old, [{ op: 'update', id: rule(2), text: at(270) }]), 0.9);
    expect(away.event).toMatchObject({ merged: [], compared: 2 });
  });

  it('throws what the embedder throws', async () => {
    const deps = degreesWorld();
    const failing = { ...deps, embedder: { ...deps.embedder, embed: () => Promise.reject(new Error('gone')) } };
    await expect(refined(playbookOf([at(0), at(5)]), 0.9, failing)).rejects.toThrow('gone');
  });
});

describe('refine() of equal texts', () => {
  it.each([
    ['a copy', 'Café first.', 'Café first.'],
    ['another width of blanks', 'Café first.', 'Café \t first.'],
    ['another composition of letters', 'Café first.', 'Cafe\u0301 first.'],
  ])('merges %s at cosine 1 without embedding', async (_name, elder, younger) => {
    const deps = degreesWorld();
    const { playbook, event } = await refined(playbookOf([elder, younger, elder]), 0.999999, deps);
    expect(event.merged).toEqual([
      { from: rule(2), into: rule(1), cosine: 1 },
      { from: rule(3), into: rule(1), cosine: 1 },
    ]);
    expect(textsOf(playbook)).toEqual([elder]);
    expect(deps.embedded()).toEqual([]);
    expect(deps.comparisons()).toBe(2);
  });

  it('embeds nothing for newcomers that repeat what is there', async () => {
    const old = (await refined(playbookOf([at(0), at(90), at(180)]), 0.9)).playbook;
    const deps = degreesWorld();
    const { event } = await refined(grow(old, [addOf(at(180)), addOf(at(0))]), 0.9, deps);
    expect(event.merged.map(({ from, into }) => [from, into])).toEqual([
      [rule(4), rule(3)],
      [rule(5), rule(1)],
    ]);
    expect(deps.embedded()).toEqual([]);
  });

  it('embeds a text once however often it stands there', async () => {
    const deps = degreesWorld();
    await refined(playbookOf([at(0), at(90), at(0), at(90)]), 0.9, deps);
    expect([...deps.embedded()].sort()).toEqual([at(0), at(90)].sort());
  });

  it('embeds nothing for one bullet alone', async () => {
    const deps = degreesWorld();
    await refined(playbookOf([at(0)]), 0.9, deps);
    expect(deps.embedded()).toEqual([]);
  });
});

describe('refine() of any playbook', () => {
  const anyPlaybook = fc
    .array(fc.array(anyOp, { maxLength: 30, size: 'max' }), { minLength: 1, maxLength: 3 })
    .map((deltas) => deltas.reduce((playbook, ops, index) => grow(playbook, ops, index + 1), empty));

  it('is idempotent, even if all pairs are compared again', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlaybook, thresholds, async (playbook, threshold) => {
        const once = (await refined(playbook, threshold)).playbook;
        const deps = degreesWorld();
        const twice = await refined(once, threshold, deps);
        expect(twice.playbook).toEqual(once);
        expect(twice.event).toMatchObject({ merged: [], compared: 0 });
        expect(deps.embedded()).toEqual([]);
        const afresh = await refined(neverCompared(once), threshold);
        expect(afresh.playbook).toEqual(once);
      }),
    );
  });

  it('conserves counters over what is kept, evicted and removed, and keeps ids unique and groups apart', async () => {
    const sum = (bullets: Playbook['bullets'], key: 'helpful' | 'harmful' | 'used') =>
      bullets.reduce((total, bullet) => total + bullet[key], 0);
    await fc.assert(
      fc.asyncProperty(anyPlaybook, thresholds, fc.nat({ max: 20 }), async (grown, threshold, removals) => {
        const playbook = withBullets(
          grown,
          grown.bullets.map((bullet, index) => ({
            ...bullet,
            helpful: bullet.helpful + index,
            harmful: 2,
            used: index,
          })),
        );
        const { playbook: after, event } = await refined(playbook, threshold);
        const { playbook: kept, event: evictEvent } = evict(
          after,
          { tokens: 200, evict: 'lowest-utility', evictTo: 0.8, graceRounds: 0 },
          { round: 9, tokens: writtenTokens((text) => text.length) },
        );
        const evicted = after.bullets.filter(({ id }) => evictEvent?.ids.includes(id));
        const removed = kept.bullets.filter((_bullet, index) => index < removals);
        const left = removed.reduce((current, { id }) => grow(current, [{ op: 'remove', id }]), kept);
        for (const key of ['helpful', 'harmful', 'used'] as const)
          expect(sum(left.bullets, key) + sum(removed, key) + sum(evicted, key)).toBe(sum(playbook.bullets, key));

        const ids = after.bullets.map(({ id }) => id);
        const dropped = event.merged.map(({ from }) => from);
        expect(new Set(ids).size).toBe(ids.length);
        expect(new Set(dropped).size).toBe(dropped.length);
        expect([...ids, ...dropped].sort()).toEqual(playbook.bullets.map(({ id }) => id).sort());
        for (const { into, cosine } of event.merged) {
          expect(ids).toContain(into);
          expect(cosine).toBeGreaterThan(threshold);
        }
        expect(after.bullets.flatMap(({ lineage }) => lineage).sort()).toEqual(
          playbook.bullets.flatMap(({ lineage }) => lineage).sort(),
        );
      }),
    );
  });

  it('compares each pair once, however often it runs, and the same number after a resume', async () => {
    const anyDelta = fc.array(anyOp, { maxLength: 8, size: 'max' });
    await fc.assert(
      fc.asyncProperty(fc.array(anyDelta, { maxLength: 6, size: 'max' }), thresholds, async (deltas, threshold) => {
        const whole = degreesWorld();
        const parts = degreesWorld();
        let straight = empty;
        let cut = empty;
        for (const [index, ops] of deltas.entries()) {
          straight = (await refined(grow(straight, ops, index + 1), threshold, whole)).playbook;
          cut = resumed((await refined(grow(resumed(cut), ops, index + 1), threshold, parts)).playbook);
        }
        expect(cut).toEqual(straight);
        expect(parts.comparisons()).toBe(whole.comparisons());
      }),
    );
  });

  it('compares every pair of distinct bullets exactly once, whatever the schedule', async () => {
    const apart = Array.from({ length: 9 }, (_, index) => [at(index * 40), at(index * 40, 30)]);
    for (const schedule of [[false], [true], [false, true], [true, false, false]])
      expect((await grown(apart, schedule, 0.999)).comparisons).toBe((18 * 17) / 2);
  });

  it('tells the world what the event says it compared', async () => {
    const deps = degreesWorld();
    const { event } = await refined(playbookOf([at(0), at(90), at(1), at(90)]), 0.9, deps);
    expect(event.compared).toBe(deps.comparisons());
    expect(event.compared).toBe(1 + 2 + 1);
  });
});

describe('refine() with the hash embedder', () => {
  it('merges what differs in case alone, and keeps the elder', async () => {
    const deps = { ...degreesWorld(), embedder: hashEmbedder() };
    const { playbook } = await refined(
      playbookOf(['Count the Pages.', 'count the pages.', 'Dates are in UTC.']),
      0.95,
      deps,
    );
    expect(textsOf(playbook)).toEqual(['Count the Pages.', 'Dates are in UTC.']);
  });
});
