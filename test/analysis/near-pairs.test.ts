import { expect, it } from 'vitest';
import { type NearPair, nearestPairs, nearPairs } from '../../harness/analysis/near-pairs.ts';
import { withBullets } from '../../harness/playbook/playbook.ts';
import { at, degreesWorld, playbookOf, rule } from '../playbook/degrees.ts';

const everywhere = { above: 0.9, atMost: 1, scope: 'playbook', guards: [] } as const;

async function pairsOf(
  bullets: Parameters<typeof nearPairs>[0],
  options: Partial<Parameters<typeof nearPairs>[2]> = {},
  deps = degreesWorld(),
): Promise<readonly NearPair[]> {
  const pairs: NearPair[] = [];
  await nearPairs(bullets, deps.embedder, { ...everywhere, ...options }, (pair) => pairs.push(pair));
  return pairs;
}

const named = (pairs: readonly NearPair[]) => pairs.map(({ a, b }) => [a, b]);

it('nearPairs() finds pairs above the one and not above the other bound', async () => {
  const { bullets } = playbookOf([at(0), at(10), at(30)]);
  expect(named(await pairsOf(bullets))).toEqual([
    [rule(1), rule(2)],
    [rule(2), rule(3)],
  ]);
  expect(named(await pairsOf(bullets, { above: 0.94 }))).toEqual([[rule(1), rule(2)]]);
  expect(named(await pairsOf(bullets, { atMost: 0.94 }))).toEqual([[rule(2), rule(3)]]);
  const [pair] = await pairsOf(bullets, { above: 0.984807, atMost: 0.984808 });
  expect(pair).toMatchObject({ a: rule(1), b: rule(2), cosine: 0.984808, isCopy: false });
  expect(await pairsOf(bullets, { above: 0.984808 })).toEqual([]);
});

it('nearPairs() pairs copies with the first that has the text, and with no other', async () => {
  const { bullets } = playbookOf([at(0), at(0), at(10), at(0)]);
  const pairs = await pairsOf(bullets);
  expect(named(pairs)).toEqual([
    [rule(1), rule(2)],
    [rule(1), rule(3)],
    [rule(1), rule(4)],
  ]);
  expect(pairs.map(({ isCopy }) => isCopy)).toEqual([true, false, true]);
  expect(named(await pairsOf(bullets, { atMost: 0.99 }))).toEqual([[rule(1), rule(3)]]);
});

it('nearPairs() asks for no vector where there is one text', async () => {
  const deps = degreesWorld();
  expect(await pairsOf(playbookOf([at(0), at(0)]).bullets, {}, deps)).toHaveLength(1);
  expect(deps.embedded()).toEqual([]);
});

it('nearPairs() within sections leaves pairs of two sections out', async () => {
  const playbook = playbookOf([at(0), at(5), at(7)]);
  const { bullets } = withBullets(
    playbook,
    playbook.bullets.map((bullet, index) => ({ ...bullet, section: index === 1 ? 'OTHER' : 'RULES' })),
  );
  expect(named(await pairsOf(bullets, { scope: 'section' }))).toEqual([[rule(1), rule(3)]]);
});

it('nearPairs() names the guard that would keep a pair apart, of those asked', async () => {
  const { bullets } = playbookOf([at(7), at(9)]);
  expect(await pairsOf(bullets, { guards: ['numbers'] })).toMatchObject([{ guard: 'numbers' }]);
  expect(await pairsOf(bullets, { guards: ['negation'] })).toMatchObject([{ guard: null }]);
});

it('nearestPairs() keeps the nearest and counts all', () => {
  const kept = nearestPairs(3);
  const cosines = Array.from({ length: 50 }, (_, index) => ((index * 37) % 50) / 50);
  for (const cosine of cosines) kept.add({ a: 'a', b: 'b', texts: ['x', 'y'], cosine, isCopy: false, guard: null });
  expect(kept.count()).toBe(50);
  expect(kept.nearest().map(({ cosine }) => cosine)).toEqual([0.98, 0.96, 0.94]);
});
