import type { Embedder } from '../core/embedder.ts';
import { cosine, normaliseText } from '../embedding/cosine.ts';
import type { Guard } from '../playbook/guards/pair.ts';
import type { LabelledPair } from './labelled-pair.ts';

export type Guards = { readonly [name: string]: Guard };

/** A labelled pair with all that decides about its merge: its cosine and the guards that veto it. */
export type JudgedPair = LabelledPair & { readonly cosine: number; readonly vetoedBy: readonly string[] };

/** Embeds each text once and asks every guard about every pair. Throws what the embedder throws. */
export async function judgePairs(
  pairs: readonly LabelledPair[],
  embedder: Embedder,
  guards: Guards,
): Promise<readonly JudgedPair[]> {
  const texts = [...new Set(pairs.flatMap(({ a, b }) => [normaliseText(a), normaliseText(b)]))];
  const vectors = await embedder.embed(texts);
  const vectorOf = new Map(texts.map((text, index) => [text, vectors[index]!]));
  return pairs.map((pair) => ({
    ...pair,
    cosine: cosine(vectorOf.get(normaliseText(pair.a))!, vectorOf.get(normaliseText(pair.b))!),
    vetoedBy: Object.keys(guards).filter((name) => guards[name]!(pair.a, pair.b)),
  }));
}
