import type { Rng } from '../../harness/core/rng.ts';
import type { Advice } from './read-advice.ts';
import type { AdviceIndex } from './advice-index.ts';

export type Reading = {
  /** How many pieces of advice are attended to. */
  readonly attention: number;
  /** Chance of overlooking each of them. */
  readonly overlook: number;
};

// Below this cosine a piece of advice is not taken to speak of the number at hand.
const minCosine = 0.25;

/**
 * The advice that speaks most nearly of a number's surroundings, or null. Attention is by the count of shared words, earlier lines first;
 * among what is attended to and not overlooked, the highest TF-IDF cosine wins.
 */
export function nearestAdvice(stems: readonly string[], index: AdviceIndex, reading: Reading, rng: Rng): Advice | null {
  const distinct = [...new Set(stems)];
  const shared = new Map<number, number>();
  for (const stem of distinct) for (const at of index.byStem.get(stem) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
  const attended = [...shared].sort(([a, countA], [b, countB]) => countB - countA || a - b).slice(0, reading.attention);
  const cosine = cosineWith(distinct, index);
  let nearest: Advice | null = null;
  let highest = minCosine;
  for (const [at] of attended) {
    if (rng.next() < reading.overlook) continue;
    const similarity = cosine(at);
    if (similarity > highest) {
      highest = similarity;
      nearest = index.advice[at]!;
    }
  }
  return nearest;
}

/** The TF-IDF cosine of some words with each piece of advice, by its position. */
export function cosineWith(stems: readonly string[], index: AdviceIndex): (at: number) => number {
  const words = new Set(stems);
  const norm = Math.sqrt([...words].reduce((sum, stem) => sum + index.idf(stem) ** 2, 0));
  return (at) => {
    const shared = index.advice[at]!.stems.reduce(
      (sum, stem) => (words.has(stem) ? sum + index.idf(stem) ** 2 : sum),
      0,
    );
    return shared / (norm * index.norms[at]!);
  };
}
