import type { Pair } from './pair.ts';
import type { Word } from './words.ts';

// Beyond this share of other words, another order is that of another sentence.
const maxAlone = 0.1;
// A name or verb in the middle tells less than `before` or `to`.
const minFrame = 0.7;
const coordinating: ReadonlySet<string> = new Set(['or', 'nor', 'plus']);

/**
 * The same words, two of them exchanged round a third. Vetoed: `convert from EUR to USD` / `convert from USD to EUR`, `validate before saving` /
 * `save before validating`. Let pass: `before saving, validate` / `validate before saving`, where a clause moved as a whole.
 */
export function orderDiffers({ a, b, frame, onlyA, onlyB, moved }: Pair): boolean {
  const alone = onlyA.length + onlyB.length;
  if (moved === 0 || alone > maxAlone * (a.words.length + b.words.length)) return false;
  const inA = placesOf(a.words);
  const inB = placesOf(b.words);
  const shared = [...inA.keys()].filter((stem) => inB.has(stem));
  // Moved clauses take along what stands between their words, so only an exchange leaves the same word in the middle.
  return shared.some((pivot) => {
    if (coordinating.has(pivot)) return false;
    const { index: atA, content } = inA.get(pivot)!;
    const { index: atB } = inB.get(pivot)!;
    if (content && frame < minFrame) return false;
    let [leftToRight, rightToLeft] = [false, false];
    for (const stem of shared) {
      const [placeA, placeB] = [inA.get(stem)!, inB.get(stem)!];
      if (!placeA.content) continue;
      leftToRight ||= placeA.index < atA && placeB.index > atB;
      rightToLeft ||= placeA.index > atA && placeB.index < atB;
    }
    return leftToRight && rightToLeft;
  });
}

type Place = { readonly index: number; readonly content: boolean };

/** Where each word stands that is there once. */
function placesOf(words: readonly Word[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const repeated = new Set<string>();
  for (const [index, { stem, content }] of words.entries()) {
    if (places.has(stem)) repeated.add(stem);
    places.set(stem, { index, content });
  }
  for (const stem of repeated) places.delete(stem);
  return places;
}
