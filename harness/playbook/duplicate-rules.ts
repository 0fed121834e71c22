import type { Merged } from '../core/context-event.ts';
import { absorb } from './absorb.ts';
import type { Bullet } from './playbook.ts';

/** Whose text stays where a duplicate is merged into its elder. */
export type KeptText = 'elder' | 'better-record' | 'written';

/**
 * How duplicates are resolved, by the name that configs use. All but `replace` keep the elder's id, place and section, and add the counters of
 * the younger one; null stands for the newcomer that takes the place of all that it resembles.
 */
export const duplicateRules = {
  drop: 'elder',
  /** The text of the higher helpful - harmful; of equals, the elder's. */
  merge: 'better-record',
  /** The newcomer stays as it is, with the counters of the nearest elder added to its own; the others are replaced with theirs. */
  replace: null,
  /** A text that a model writes; equal texts need none. */
  llm: 'written',
} as const satisfies { readonly [name: string]: KeptText | null };

export type OnDuplicate = keyof typeof duplicateRules;
export const duplicateRuleNames = Object.keys(duplicateRules) as OnDuplicate[];

/** The one of two bullets with the better record; of equals, the elder. */
export function betterRecord(elder: Bullet, younger: Bullet): Bullet {
  return younger.helpful - younger.harmful > elder.helpful - elder.harmful ? younger : elder;
}

/** The bullet that others are merged into, as the event tells it. A rationale goes with the text that it was given for. */
export function mergedInto(into: Bullet, from: Bullet, text: Merged['text']): Bullet {
  const sum = absorb(into, from);
  if (text === undefined) return sum;
  return { ...sum, text, rationale: text === from.text ? from.rationale : into.rationale };
}
