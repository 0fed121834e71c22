import { expect, it } from 'vitest';
import { createRng } from '../../harness/core/rng.ts';
import type { LabelledStream, StreamBullet } from '../../harness/dedup/stream-bullets.ts';
import { measureStreams } from '../../harness/dedup/stream-measure.ts';
import { streamText } from '../../harness/dedup/stream-text.ts';
import { heading, headingsWorld } from '../playbook/headings.ts';

const { embedder } = headingsWorld();

/** Two wordings of a rule and what contradicts it, all ten degrees apart at most. */
function familyOf(family: string): readonly StreamBullet[] {
  const bullet = (text: string, role: StreamBullet['role']): StreamBullet => ({
    text: `${family}: ${text}`,
    family,
    meaning: `${family}/${role}`,
    role,
  });
  return [
    bullet(heading('retry the upload.', 0), 'rule'),
    bullet(heading('retry the upload.', 1), 'rule'),
    bullet(heading('never retry the upload.', 1), 'contradiction'),
  ];
}

// In another direction than the first.
const apart = familyOf('Api').map((bullet) => ({ ...bullet, text: `${bullet.text} ~~~~~~~~` }));
const streams: readonly LabelledStream[] = [
  { families: 1, bullets: familyOf('App') },
  { families: 1, bullets: apart },
  { families: 2, bullets: [...familyOf('App'), ...apart] },
];
const settings = [
  { threshold: 0.9, guards: [] },
  { threshold: 0.9, guards: ['negation'] },
  { threshold: 1, guards: [] },
] as const;

function measured(orders: number, seed = 1) {
  return measureStreams(streams, settings, { orders, rng: createRng(seed), embedder });
}

it('measureStreams() finds what a bare threshold merges wrongly, and what a guard keeps', async () => {
  const [bare, guarded, off] = await measured(12);
  // One bullet of each family is left, whichever came first: in some orders the contradiction.
  expect(bare!.streams.map(({ left, surplus }) => [left, surplus])).toEqual([
    [1, 0],
    [1, 0],
    [2, 0],
  ]);
  expect(bare!.figures.contradictionsKept).toMatchObject({ n: 3, mean: 0 });
  expect(bare!.figures.rulesLostShare.mean!).toBeGreaterThan(0);
  expect(bare!.figures.rulesLostShare.mean!).toBeLessThan(1);
  expect(guarded!.figures).toMatchObject({
    rulesLost: { mean: 0 },
    surplus: { mean: 0 },
    contradictionsKept: { mean: 1 },
  });
  expect(off!.figures.surplus.mean).toBeCloseTo(4 / 3);
  expect(off!.figures.left).toMatchObject({ n: 3, mean: 4 });
  expect(off!.figures.left.low).toBeLessThan(4);
});

it('measureStreams() gives the same by the same seed, and takes as many orders as it is told', async () => {
  expect(await measured(3)).toEqual(await measured(3));
  const lost = async (orders: number, seed: number) => (await measured(orders, seed))[0]!.streams[0]!.rulesLost;
  // Of one order a rule is lost or it is not.
  const single = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => lost(1, seed)));
  expect([...new Set(single)].sort()).toEqual([0, 1]);
  expect(await lost(50, 1)).toBeGreaterThan(0);
  expect(await lost(50, 1)).toBeLessThan(1);
});

it('streamText() has a line per setting, with n and what there was before', async () => {
  const report = {
    embedder: 'headings',
    source: 'three families',
    orders: 4,
    seed: 1,
    streams,
    results: await measured(4),
  };
  const text = streamText(report);
  expect(text).toMatch(
    /^dedup streams of headings\non three families: 3 streams of 3 bullets of 1 to 2 families, 4 orders of each/,
  );
  expect(text).toContain('[95 % t over n = 3 streams, which share families]');
  expect(text).toMatch(/^none +0\.9 +1 \[/m);
  expect(text).toMatch(/^negation +0\.9 .* 100\.0 \[100\.0, 100\.0\]$/m);
  expect(text).toMatch(
    /^before: 1\.3 meanings of rules, 1\.3 bullets beyond one per meaning,\n {2}1\.3 contradictions/m,
  );
});
