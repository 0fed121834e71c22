import type { Embedder } from '../../harness/core/embedder.ts';
import { cosine } from '../../harness/embedding/cosine.ts';
import type { Found } from '../../harness/embedding/vector-matrix.ts';

/** The nearest of some vectors by a plain loop over cosine(): what every faster search must equal. */
export function plainNearest(vector: Float32Array, among: readonly Float32Array[], threshold: number): Found | null {
  let at = -1;
  let highest = threshold;
  for (const [index, other] of among.entries()) {
    const similarity = cosine(vector, other);
    if (similarity > highest) {
      at = index;
      highest = similarity;
    }
  }
  return at < 0 ? null : { at, cosine: highest };
}

/** All of some vectors above a threshold, the highest first, equals in the order given. */
export function plainAbove(vector: Float32Array, among: readonly Float32Array[], threshold: number): readonly Found[] {
  return among
    .map((other, at) => ({ at, cosine: cosine(vector, other) }))
    .filter((found) => found.cosine > threshold)
    .sort((a, b) => b.cosine - a.cosine || a.at - b.at);
}

export type PlainRefined = {
  /** Places of the texts that stay. */
  readonly survivors: readonly number[];
  readonly compared: number;
  readonly embedded: number;
};

/** Refinement that remembers nothing: every text is embedded anew and compared with all survivors before it. */
export async function plainRefine(
  texts: readonly string[],
  embedder: Embedder,
  threshold: number,
): Promise<PlainRefined> {
  const vectors = await embedder.embed(texts);
  const survivors: number[] = [];
  const kept: Float32Array[] = [];
  let compared = 0;
  for (const [index, vector] of vectors.entries()) {
    compared += kept.length;
    if (plainNearest(vector, kept, threshold) !== null) continue;
    survivors.push(index);
    kept.push(vector);
  }
  return { survivors, compared, embedded: texts.length };
}
