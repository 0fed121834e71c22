import type { Rng } from '../../harness/core/rng.ts';
import type { AdviceIndex } from './advice-index.ts';
import { cosineWith } from './nearest-advice.ts';
import type { Advice } from './read-advice.ts';
import { wordLesson } from './word-lesson.ts';
import { contentStems } from './words.ts';

export type Restating = {
  /** Content stems of the question at hand. */
  readonly stems: readonly string[];
  readonly right: string;
  readonly instead: string;
  /** Chance of keeping the form of the advice, so that no more than its gist is left of it. */
  readonly echo: number;
  readonly wordings: number;
};

// Less in common is no reason to think of it.
const minCosine = 0.15;

/** The advice for a tag that has the most in common with a question, the earlier of equals; null where none has much. */
export function adviceForTag(stems: readonly string[], tag: string, index: AdviceIndex): Advice | null {
  const cosine = cosineWith(stems, index);
  let nearest: Advice | null = null;
  let highest = minCosine;
  for (const [at, advice] of index.advice.entries()) {
    if (advice.tag !== tag) continue;
    const found = cosine(at);
    if (found > highest) [nearest, highest] = [advice, found];
  }
  return nearest;
}

/**
 * Advice stated once more, by its gist: of the words that it quotes some are left out at both ends, up to those that the question at hand has
 * too. It keeps its form, or takes that of another wording.
 */
export function restateAdvice(advice: Advice, restating: Restating, rng: Rng): string {
  const { right, instead, echo, wordings } = restating;
  const quoted = /"([^"]*)"/.exec(advice.text)?.[1];
  const near = gistOf(quoted ?? advice.stems.join(' '), restating.stems, rng);
  if (quoted === undefined || rng.next() >= echo) return wordLesson({ near, right, instead }, wordings, rng);
  return advice.text
    .replace(/"[^"]*"/, () => `"${near}"`)
    .replace(
      /\b(rather than|Do not use|, not) (?:another tag|\p{Lu}[\p{L}\p{N}]+)/u,
      (_all, but) => `${but} ${instead}`,
    );
}

function gistOf(quoted: string, stems: readonly string[], rng: Rng): string {
  const here = new Set(stems);
  const words = quoted.split(' ');
  const isShared = (word: string): boolean => contentStems([word]).some((stem) => here.has(stem));
  const first = words.findIndex(isShared);
  if (first < 0) return quoted;
  const last = words.findLastIndex(isShared);
  return words.slice(rng.int(first + 1), words.length - rng.int(words.length - last)).join(' ');
}
