import { antonymsDiffer } from './guards/antonyms.ts';
import { negationDiffers } from './guards/negation.ts';
import { numbersDiffer } from './guards/numbers.ts';
import { orderDiffers } from './guards/order.ts';
import { type Guard, guardOf, type Pair, pairOf } from './guards/pair.ts';
import { templateDiffers } from './guards/template.ts';

// In the order in which they are asked: what can be named most exactly first, so that a recorded veto says as much as it can.
const questions = {
  numbers: numbersDiffer,
  negation: negationDiffers,
  antonyms: antonymsDiffer,
  order: orderDiffers,
  template: templateDiffers,
} satisfies { readonly [name: string]: (pair: Pair) => boolean };

export type GuardName = keyof typeof questions;
export const guardNames = Object.keys(questions) as readonly GuardName[];

/** The guards, by the name that configs use. Each reads a text once and remembers it, so a call costs microseconds. */
export const guards: { readonly [name in GuardName]: Guard } = {
  numbers: guardOf(questions.numbers),
  negation: guardOf(questions.negation),
  antonyms: guardOf(questions.antonyms),
  order: guardOf(questions.order),
  template: guardOf(questions.template),
};

/** Which of the guards that are named forbids merging two texts; null where none does. */
export type VetoOf = (a: string, b: string, names: readonly GuardName[]) => GuardName | null;

/** The first guard, in the order of `guardNames`, that forbids merging two texts; null where none of those named does. */
export function vetoOf(a: string, b: string, names: readonly GuardName[]): GuardName | null {
  if (names.length === 0) return null;
  const pair = pairOf(a, b);
  if (pair === null) return null;
  return guardNames.find((name) => names.includes(name) && questions[name](pair)) ?? null;
}

/** As `vetoOf`, for one who asks of the same pairs again and again: it remembers every answer for as long as it is held. */
export function rememberedVetoes(): VetoOf {
  const byNames = new Map<string, Map<string, Map<string, GuardName | null>>>();
  return (a, b, names) => {
    if (names.length === 0) return null;
    const ofB = innerMap(innerMap(byNames, names.join()), a);
    let veto = ofB.get(b);
    if (veto === undefined) {
      veto = vetoOf(a, b, names);
      ofB.set(b, veto);
    }
    return veto;
  };
}

function innerMap<T>(outer: Map<string, Map<string, T>>, key: string): Map<string, T> {
  let inner = outer.get(key);
  if (inner === undefined) {
    inner = new Map();
    outer.set(key, inner);
  }
  return inner;
}
