import { areOpposites, hasOpposite } from './antonym-pairs.ts';
import { negators } from './negation.ts';
import type { Pair } from './pair.ts';
import type { Word } from './words.ts';

// Below this share of common words, opposites are as often another way to say the same.
const minFrame = 0.5;

/**
 * One text has a word where the other has its opposite, in much the same sentence. Vetoed: `add refunds to revenue` / `subtract refunds from
 * revenue`. Let pass: `include hidden files` / `do not exclude hidden files`, and texts that both have both words.
 */
export function antonymsDiffer({ frame, a, b, onlyA, onlyB }: Pair): boolean {
  if (frame < minFrame) return false;
  const aloneInA = onlyA.filter(({ stem }) => !b.stems.has(stem) && hasOpposite(stem));
  const aloneInB = onlyB.filter(({ stem }) => !a.stems.has(stem) && hasOpposite(stem));
  const opposedInA = aloneInA.filter((word) => aloneInB.some(({ stem }) => areOpposites(word.stem, stem)));
  if (opposedInA.length === 0) return false;
  const opposedInB = aloneInB.filter((word) => aloneInA.some(({ stem }) => areOpposites(word.stem, stem)));
  return negationsBeside(onlyA, opposedInA) === negationsBeside(onlyB, opposedInB);
}

// `Every` and `no` are opposites already: such a `no` does not turn the sentence round once more.
function negationsBeside(words: readonly Word[], opposed: readonly Word[]): number {
  return words.filter((word) => negators.has(word.text) && !opposed.includes(word)).length;
}
