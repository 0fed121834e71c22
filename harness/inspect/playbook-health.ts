import type { Embedder } from '../core/embedder.ts';
import { guardNames } from '../playbook/guards.ts';
import { isHarmful, isUnused } from '../analysis/bullet-health.ts';
import { isVague } from '../playbook/is-vague.ts';
import type { Bullet, Playbook } from '../playbook/playbook.ts';
import { type NearPair, nearestPairs, nearPairs } from '../analysis/near-pairs.ts';

export type Sized = { readonly id: string; readonly tokens: number; readonly text: string };
export type Counted = Pick<Bullet, 'id' | 'text' | 'helpful' | 'harmful'>;
export type SectionSize = { readonly section: string; readonly bullets: number; readonly tokens: number };

/** The state of a playbook. Nulls are unknown. */
export type PlaybookHealth = {
  readonly bullets: number;
  readonly tokens: number;
  /** What the threshold belongs to. */
  readonly embedder: string;
  readonly threshold: number;
  /** Share of bullets that are near an elder one (cosine > threshold), whatever guards say. */
  readonly nearShare: number | null;
  /** Share of bullets that are near an elder one from which no guard keeps them apart: what refining would take away, at least. */
  readonly redundancyByEmbedding: number | null;
  /** Bullets with the very text of an elder one. */
  readonly copies: number;
  /** Near pairs that no guard keeps apart, the nearest first, and how many there are. */
  readonly duplicates: readonly NearPair[];
  readonly duplicateCount: number;
  /** Near pairs that a guard keeps apart: the same words, and something in them that differs. */
  readonly conflictsByEmbedding: readonly NearPair[];
  readonly conflictByEmbeddingCount: number;
  /** Bullets whose counters are known. */
  readonly counted: number;
  /** Of those: never found helpful or harmful, nor cited where that is known; and found harmful more often than helpful. */
  readonly unused: readonly Counted[] | null;
  readonly harmful: readonly Counted[] | null;
  /** Bullets that name nothing concrete. */
  readonly vague: readonly Pick<Bullet, 'id' | 'text'>[];
  readonly longest: readonly Sized[];
  /** The largest first. */
  readonly sections: readonly SectionSize[];
};

export type HealthDeps = {
  readonly embedder: Embedder;
  readonly countTokens: (text: string) => number;
  /** The playbook as its reader sees it. */
  readonly render: (playbook: Playbook) => string;
};

const maxPairs = 1000;
const maxLong = 5;

export type HealthOptions = {
  readonly threshold: number;
  /** Ids of the bullets whose counters are known. */
  readonly counted: ReadonlySet<string>;
  /** Of a run, the round that published the playbook; absent for a file. */
  readonly round?: number | undefined;
};

/** Looks a playbook over. Counters count only for the ids given as counted. Throws what the embedder throws. */
export async function playbookHealth(
  playbook: Playbook,
  { threshold, counted, round }: HealthOptions,
  { embedder, countTokens, render }: HealthDeps,
): Promise<PlaybookHealth> {
  const { bullets } = playbook;
  const duplicates = nearestPairs(maxPairs);
  const conflicts = nearestPairs(maxPairs);
  const near = new Set<string>();
  const redundant = new Set<string>();
  let copies = 0;
  const window = { above: threshold, atMost: 1, scope: 'playbook', guards: guardNames } as const;
  await nearPairs(bullets, embedder, window, (pair) => {
    near.add(pair.b);
    if (pair.guard === null) redundant.add(pair.b);
    if (pair.isCopy) copies++;
    (pair.guard === null ? duplicates : conflicts).add(pair);
  });
  const known = bullets.filter(({ id }) => counted.has(id));
  const shareOf = (ids: ReadonlySet<string>): number | null =>
    bullets.length === 0 ? null : ids.size / bullets.length;
  return {
    bullets: bullets.length,
    tokens: countTokens(render(playbook)),
    embedder: embedder.id,
    threshold,
    nearShare: shareOf(near),
    redundancyByEmbedding: shareOf(redundant),
    copies,
    duplicates: duplicates.nearest(),
    duplicateCount: duplicates.count(),
    conflictsByEmbedding: conflicts.nearest(),
    conflictByEmbeddingCount: conflicts.count(),
    counted: known.length,
    unused: known.length === 0 ? null : known.filter((bullet) => isUnused(bullet, round)).map(countedOf),
    harmful: known.length === 0 ? null : known.filter(isHarmful).sort(byHarm).map(countedOf),
    vague: bullets.filter(({ text }) => isVague(text)).map(({ id, text }) => ({ id, text })),
    longest: longestOf(bullets, countTokens),
    sections: sectionSizes(playbook, countTokens),
  };
}

function byHarm(a: Bullet, b: Bullet): number {
  return b.harmful - b.helpful - (a.harmful - a.helpful);
}

function countedOf({ id, text, helpful, harmful }: Bullet): Counted {
  return { id, text, helpful, harmful };
}

function longestOf(bullets: readonly Bullet[], countTokens: (text: string) => number): readonly Sized[] {
  return bullets
    .map(({ id, text }) => ({ id, tokens: countTokens(text), text }))
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, maxLong);
}

function sectionSizes({ sections, bullets }: Playbook, countTokens: (text: string) => number): readonly SectionSize[] {
  const sizes = new Map(sections.map((section) => [section, { section, bullets: 0, tokens: 0 }]));
  for (const bullet of bullets) {
    const size = sizes.get(bullet.section)!;
    size.bullets++;
    size.tokens += countTokens(bullet.text);
  }
  return [...sizes.values()].sort((a, b) => b.tokens - a.tokens);
}
