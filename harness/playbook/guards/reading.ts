import { normaliseText } from '../../embedding/cosine.ts';
import { mergePhrases } from './phrases.ts';
import { type Quantities, quantitiesOf } from './quantities.ts';
import { type Word, wordsOf } from './words.ts';

/** One text as the guards see it. */
export type Reading = {
  /** Normalised text: readings of one key are the same text. */
  readonly key: string;
  /** Without articles, auxiliaries and the like; phrases such as `no more than` as one word. At most `longest` of them. */
  readonly words: readonly Word[];
  readonly stems: ReadonlySet<string>;
  readonly quantities: Quantities;
};

// A bullet has some twenty words; beyond this many a text costs too much to lay side by side.
const longest = 400;
const remembered = 10_000;
const readings = new Map<string, Reading>();

/** Reads a text, or remembers having read it: the answer depends on the text alone. */
export function readingOf(text: string): Reading {
  const known = readings.get(text);
  if (known !== undefined) return known;
  if (readings.size >= remembered) readings.clear();
  const reading = readText(text);
  readings.set(text, reading);
  return reading;
}

function readText(text: string): Reading {
  const key = normaliseText(text);
  const all = wordsOf(key);
  const words = mergePhrases(all)
    .filter((word) => !filler.has(word.text))
    .slice(0, longest);
  return { key, words, stems: new Set(words.map(({ stem }) => stem)), quantities: quantitiesOf(all) };
}

// Words that a light rewording adds or drops.
const filler = new Set(
  (
    'a an the is are was were be been being am do does did has have had will would shall should must may can could might need ' +
    'this that these those it its they them their you your he she his her we our i my which who ' +
    'of and or so for as such too also there just already still even please'
  ).split(' '),
);
