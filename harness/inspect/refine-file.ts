import type { Embedder } from '../core/embedder.ts';
import type { Merged, Replaced, Vetoed } from '../core/context-event.ts';
import { vetoOf } from '../playbook/guards.ts';
import type { Playbook } from '../playbook/playbook.ts';
import { refine, type RefineOptions } from '../playbook/refine.ts';
import { type NearPair, nearestPairs, nearPairs } from '../analysis/near-pairs.ts';

export type RefineFileOptions = RefineOptions & {
  /** How far below the threshold pairs are still shown. */
  readonly near: number;
};

export type RefineFileDeps = {
  readonly embedder: Embedder;
  readonly countTokens: (text: string) => number;
  readonly render: (playbook: Playbook) => string;
};

type Size = { readonly bullets: number; readonly tokens: number };

/** What refining a playbook did, and what it came close to doing. */
export type RefinedFile = RefineFileOptions & {
  /** What the threshold belongs to. */
  readonly embedder: string;
  readonly before: Size;
  readonly after: Size;
  readonly merged: readonly (Merged & { readonly texts: readonly [from: string, into: string] })[];
  readonly replaced: readonly (Replaced & { readonly texts: readonly [gone: string, by: string] })[];
  /** Above the threshold and kept apart, the nearest first. */
  readonly vetoed: readonly Vetoed[];
  /** Pairs of what is left that are at or below the threshold: the nearest ones, and how many there are in all. */
  readonly nearPairs: readonly NearPair[];
  readonly nearPairCount: number;
};

const maxNearPairs = 1000;

/** Refines a playbook as a method would, and tells merges, vetoes and near misses with their texts. Throws what the embedder throws. */
export async function refineFile(
  playbook: Playbook,
  options: RefineFileOptions,
  { embedder, countTokens, render }: RefineFileDeps,
): Promise<{ readonly playbook: Playbook; readonly report: RefinedFile }> {
  const refined = await refine(playbook, options, 'delta', {
    embedder,
    tokensOf: (one) => countTokens(render(one)),
    compared: () => {},
  });
  const near = nearestPairs(maxNearPairs);
  const { threshold, scope, guards } = options;
  // Guards are asked about the listed pairs alone, since there may be millions.
  const window = { above: threshold - options.near, atMost: threshold, scope, guards: [] };
  if (options.near > 0) await nearPairs(refined.playbook.bullets, embedder, window, near.add);
  const { merged, replaced = [], vetoed, tokensBefore, tokensAfter } = refined.event;
  const texts = new Map(playbook.bullets.map(({ id, text }) => [id, text]));
  const textOf = (id: string): string => texts.get(id) ?? '';
  const report: RefinedFile = {
    ...options,
    embedder: embedder.id,
    before: { bullets: playbook.bullets.length, tokens: tokensBefore },
    after: { bullets: refined.playbook.bullets.length, tokens: tokensAfter },
    merged: merged.map((one) => {
      const pair = [textOf(one.from), textOf(one.into)] as const;
      if (one.text !== undefined) texts.set(one.into, one.text);
      return { ...one, texts: pair };
    }),
    replaced: replaced.map((one) => ({ ...one, texts: [textOf(one.id), textOf(one.by)] })),
    vetoed: [...vetoed].sort((a, b) => b.cosine - a.cosine),
    nearPairs: near.nearest().map((pair) => ({ ...pair, guard: vetoOf(...pair.texts, guards) })),
    nearPairCount: near.count(),
  };
  return { playbook: refined.playbook, report };
}
