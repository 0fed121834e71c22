import type { Pair } from './pair.ts';
import { stemOf, type Word } from './words.ts';

// Below this share of common words a negation is as often another way to say the same: `only after X` / `not until X`.
const minFrame = 0.6;

export const negators: ReadonlySet<string> = new Set(
  'not no never without none neither nor nothing nobody nowhere'.split(' '),
);

// Words that deny without a negator. They may stand for one, and cancel one right before them.
const denials: ReadonlySet<string> = new Set(
  (
    'avoid omit skip exclude ignore forget fail refuse refrain lack missing absent forbid forbidden prohibit prevent instead unless except ' +
    'stop impossible hardly only'
  )
    .split(' ')
    .map(stemOf),
);
const reach = 2;

/**
 * The texts are much the same sentence, affirmed in one and denied in the other. Vetoed: `retry on a timeout` / `never retry on a timeout`.
 * Let pass: `skip drafts` / `do not take drafts`, `do not leave out the unit` / `give the unit`.
 */
export function negationDiffers(pair: Pair): boolean {
  if (pair.frame < minFrame) return false;
  const inA = denialsIn(pair.a.words, pair.onlyA, pair.b.stems);
  const inB = denialsIn(pair.b.words, pair.onlyB, pair.a.stems);
  return inA.least > inB.most || inB.least > inA.most;
}

/** How often a text denies something, at least and at most. */
function denialsIn(words: readonly Word[], alone: readonly Word[], others: ReadonlySet<string>) {
  let [least, most] = [0, 0];
  for (const [index, word] of words.entries()) {
    if (negators.has(word.text) || negatesOther(word.stem, others)) {
      const cancelled = words
        .slice(index + 1, index + 1 + reach)
        .some((next) => denials.has(next.stem) && next.segment === word.segment && alone.includes(next));
      if (cancelled) most--;
      else least++;
    }
  }
  most += least + alone.filter(({ stem }) => denials.has(stem)).length;
  return { least, most };
}

/** `unread` and `non-empty`, where the other text has `read` and `empty`. */
function negatesOther(stem: string, others: ReadonlySet<string>): boolean {
  if (others.has(stem)) return false;
  const base = /^(?:un|non)(.{3,})$/.exec(stem)?.[1];
  return base !== undefined && others.has(stemOf(base));
}
