import type { Rng } from '../../harness/core/rng.ts';
import { createAmount } from './amount.ts';
import type { Family } from './family.ts';
import { type Filing, mentionedDate } from './filing.ts';

/** A sentence in which `number` occurs exactly once, with `wording` beside it. */
export type Sentence = { readonly text: string; readonly number: string; readonly wording: string };

/** Side clauses with distractor numbers that fit every family. */
export const commonSides: readonly string[] = [
  'compared with {other} a year earlier',
  'up from {other} at {date}',
  'down from {other} at {date}',
  'against {other} in the budget',
  'while {other} had been announced on {date}',
  'as Note {note} sets out',
  'after a revision of {other}',
];

/** One random sentence of the family's grammar with one of the wordings. */
export function createSentence(family: Family, wordings: readonly string[], filing: Filing, rng: Rng): Sentence {
  for (;;) {
    const wording = rng.pick(wordings);
    const amount = createAmount(family.unit, rng);
    const slots: Slots = {
      company: () => filing.company,
      noun: () => rng.pick(family.nouns),
      date: () => mentionedDate(filing, rng),
      number: () => amount.text,
      cue: () => wording,
      other: () => createAmount(family.unit, rng).text,
      count: () => String(3 + rng.int(90)),
      note: () => String(2 + rng.int(24)),
    };
    const frame = rng.pick(family.frames).replace('{side}', rng.pick([...commonSides, ...family.sides]));
    const text = capitalised(frame.replace(/\{(\w+)\}/g, (_slot, name: keyof Slots) => slots[name]())).replace(
      /\.\.$/,
      '.',
    );
    if (text.split(amount.quoted).length === 2) return { text, number: amount.quoted, wording };
  }
}

type Slots = Record<'company' | 'noun' | 'date' | 'number' | 'cue' | 'other' | 'count' | 'note', () => string>;

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
