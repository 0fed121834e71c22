import { areOpposites } from './antonym-pairs.ts';
import type { Pair } from './pair.ts';
import type { Reading } from './reading.ts';
import { areSynonyms } from './synonyms.ts';
import type { Word } from './words.ts';

// A light rewording changes a word or two as well, but seldom with all the rest in place.
const minFrame = 0.7;
const minFrameOfNames = 0.6;

/**
 * Two sentences of one template, with another name or content word filled in. Vetoed: `use SQLite for the cache` / `use Postgres for the cache`.
 * Let pass: `pick the newest entry` / `choose the latest entry`, where each word has its synonym.
 */
export function templateDiffers({ frame, a, b, onlyA, onlyB }: Pair): boolean {
  if (frame < minFrameOfNames) return false;
  const inA = filledIn(a, onlyA, onlyB);
  const inB = filledIn(b, onlyB, onlyA);
  if (inA.length === 0 || inB.length === 0) return false;
  return frame >= minFrame || (inA.some(({ name }) => name) && inB.some(({ name }) => name));
}

/** Content words without a counterpart in the other text; numbers and opposites are for the guards named after them. */
function filledIn({ quantities }: Reading, words: readonly Word[], others: readonly Word[]): readonly Word[] {
  return words.filter(
    (word) =>
      word.content &&
      !quantities.spelling.has(word) &&
      !others.some(({ stem }) => areSynonyms(word.stem, stem) || areOpposites(word.stem, stem)),
  );
}
