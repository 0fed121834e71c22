import { expect, it } from 'vitest';
import type { Op } from '../../harness/core/context-event.ts';
import { healthText } from '../../harness/inspect/health-text.ts';
import { playbookHealth } from '../../harness/inspect/playbook-health.ts';
import { runHealth } from '../../harness/inspect/playbook-health-run.ts';
import { emptyPlaybook, type Playbook } from '../../harness/playbook/playbook.ts';
import { renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import { addOf, at, degreesWorld, grow, playbookOf, rule } from '../playbook/degrees.ts';
import { evolvedSteps, roundStep, streamed, textSteps } from './recorded-steps.ts';

const deps = { ...degreesWorld(), render: renderPlaybook };

function idsOf(playbook: Playbook): ReadonlySet<string> {
  return new Set(playbook.bullets.map(({ id }) => id));
}

function healthOf(playbook: Playbook, { threshold = 0.95, counted = idsOf(playbook) } = {}) {
  return playbookHealth(playbook, { threshold, counted }, deps);
}

it('playbookHealth() counts the bullets that are near an elder one, and apart those that a guard keeps', async () => {
  // Between 0 and 10 there is no guard: both are written with the same number twice.
  const health = await healthOf(playbookOf([at(0), at(0), 'A text at 0 by 0 degrees', at(10), at(90)]));
  expect(health.copies).toBe(1);
  expect(health.duplicateCount + health.conflictByEmbeddingCount).toBe(4);
  expect(health.conflictsByEmbedding.every(({ guard }) => guard !== null)).toBe(true);
  expect(health.duplicates.every(({ guard }) => guard === null)).toBe(true);
  const redundant = new Set(health.duplicates.map(({ b }) => b));
  const near = new Set([...health.duplicates, ...health.conflictsByEmbedding].map(({ b }) => b));
  expect(health.redundancyByEmbedding).toBe(redundant.size / 5);
  expect(health.nearShare).toBe(near.size / 5);
  expect(near.size).toBe(3);
});

it('playbookHealth() lists conflicts with both texts and the guard', async () => {
  const { conflictsByEmbedding, redundancyByEmbedding } = await healthOf(playbookOf([at(7), at(9)]));
  expect(conflictsByEmbedding).toMatchObject([{ a: rule(1), b: rule(2), texts: [at(7), at(9)], guard: 'numbers' }]);
  expect(redundancyByEmbedding).toBe(0);
});

it('playbookHealth() follows its threshold', async () => {
  const playbook = playbookOf([at(0), at(40)]);
  expect((await healthOf(playbook)).nearShare).toBe(0);
  expect((await healthOf(playbook, { threshold: 0.7 })).nearShare).toBe(0.5);
});

it('playbookHealth() judges use and harm by counters, only where they are known', async () => {
  const tag = (number: number, helpful: number, harmful: number): Op => ({
    op: 'tag',
    id: rule(number),
    helpful,
    harmful,
  });
  const texts = [0, 60, 120, 180, 240].map((degrees) => at(degrees));
  const playbook = grow(playbookOf(texts), [tag(1, 2, 1), tag(2, 1, 1), tag(3, 0, 3)]);
  const { unused, harmful, counted } = await healthOf(playbook);
  expect(counted).toBe(5);
  expect(unused!.map(({ id }) => id)).toEqual([rule(4), rule(5)]);
  expect(harmful).toMatchObject([{ id: rule(3), helpful: 0, harmful: 3 }]);
  const some = await healthOf(playbook, { counted: new Set([rule(2), rule(5)]) });
  expect([some.counted, some.unused!.length, some.harmful!.length]).toEqual([2, 1, 0]);
  const none = await healthOf(playbook, { counted: new Set() });
  expect(none).toMatchObject({ counted: 0, unused: null, harmful: null });
});

it('playbookHealth() lists the bullets that name nothing concrete', async () => {
  const health = await healthOf(playbookOf(['Check the answer carefully before giving it.', at(0)]));
  expect(health.vague).toEqual([{ id: rule(1), text: 'Check the answer carefully before giving it.' }]);
  const text = healthText({ name: 'x', run: null, playbook: health }, { all: false });
  expect(text).toMatch(/\nvague +50\.0 % +1 of 2 bullets: nothing concrete in them\n/);
  expect(text).toContain(`vague: 1\n  [${rule(1)}] Check the answer`);
});

it('playbookHealth() gives the longest bullets and the sections by size', async () => {
  const start = emptyPlaybook('', ['SMALL', 'LARGE', 'EMPTY']);
  const add = (text: string, section: string): Op => ({ ...(addOf(text) as Extract<Op, { op: 'add' }>), section });
  const playbook = grow(start, [add(at(0), 'SMALL'), add(`${at(90)} and more`, 'LARGE'), add(at(180), 'LARGE')]);
  const { longest, sections } = await healthOf(playbook);
  expect(longest[0]).toMatchObject({ id: 'lar-00002', tokens: at(90).length + 9 });
  expect(sections.map(({ section, bullets }) => [section, bullets])).toEqual([
    ['LARGE', 2],
    ['SMALL', 1],
    ['EMPTY', 0],
  ]);
});

it('playbookHealth() of a playbook without bullets knows nothing of shares', async () => {
  const health = await healthOf(emptyPlaybook('', ['A']));
  expect(health).toMatchObject({ bullets: 0, nearShare: null, redundancyByEmbedding: null, unused: null });
});

const batches = [
  [{ task: 'one', ops: [addOf(at(0)), addOf(at(90)), addOf(at(1))] }],
  [
    {
      task: 'two',
      ops: [{ op: 'remove', id: rule(1) }, { op: 'update', id: rule(2), text: at(80) }, addOf(at(200)), addOf(at(270))],
    },
  ],
] as Parameters<typeof evolvedSteps>[0];

it('runHealth() takes churn from the published contexts: what came and went within a round is none', async () => {
  const { rounds, meanChurn, last } = await runHealth(streamed(await evolvedSteps(batches)));
  expect(rounds).toMatchObject([
    { round: 1, bullets: 2, arrived: 2, gone: 0, reworded: 0, churn: null },
    // Of the two bullets of round 1: two more, one gone, one reworded.
    { round: 2, bullets: 3, arrived: 2, gone: 1, reworded: 1, churn: 2 },
  ]);
  expect(meanChurn).toBe(2);
  expect(last).toMatchObject({ round: 2 });
  expect(last!.playbook!.bullets).toHaveLength(3);
});

it('runHealth() names compressed and collapsed rounds, and leaves churn of free text blank', async () => {
  const steps = [
    ...textSteps(['a']),
    roundStep(1, { text: 'b' }, { compressed: true }),
    roundStep(2, { text: 'c' }, { collapsed: true }),
  ];
  const { rounds, compressed, collapsed, meanChurn, last, showsIds } = await runHealth(streamed(steps));
  expect([compressed, collapsed, meanChurn, showsIds]).toEqual([[1], [2], null, false]);
  expect(rounds[0]).toMatchObject({ bullets: null, arrived: null, churn: null });
  expect(last!.playbook).toBeNull();
  const run = { rounds, compressed, collapsed, meanChurn, round: 2, tokens: 7, refinedBySame: false };
  const text = healthText({ name: 'a-run', run, playbook: null }, { all: false });
  expect(text).toContain('playbook health of a-run, round 2\n7 tokens, free text');
  expect(text).toContain('compressed rounds: 1; collapsed rounds: 2');
  expect(text).toMatch(/\n2 .* collapsed\n/);
});

it('healthText() leaves blank what is unknown, and names the embedder of the threshold', async () => {
  const health = await healthOf(playbookOf([at(7), at(9)]), { counted: new Set() });
  const text = healthText({ name: 'x', run: null, playbook: health }, { all: false });
  expect(text).toMatch(/\nunused {10,}no counters\nharmful {9,}no counters\n/);
  expect(text).toContain('(near: cosine > 0.95 by degrees)');
  expect(text).toContain(`conflicts: 1\n  [${rule(1)}] [${rule(2)}]  0.9994  numbers\n    ${at(7)}\n    ${at(9)}`);
});
