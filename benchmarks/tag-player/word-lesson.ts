import type { Rng } from '../../harness/core/rng.ts';

type Wording = (condition: string, right: string, instead: string) => string;
const wordings: readonly Wording[] = [
  (near, right, instead) => `When the text around the number reads "${near}", use ${right} rather than ${instead}.`,
  (near, right) => `${right} is the tag for a number that stands in words like "${near}".`,
  (near, right, instead) => `Do not use ${instead} for a number near "${near}": the right tag is ${right}.`,
  (near, right) => `Numbers mentioned with "${near}" belong to ${right}.`,
  (near, right, instead) => `If the sentence says "${near}", choose ${right}, not ${instead}.`,
  (near, right) => `Tag the number as ${right} where the wording is "${near}".`,
  (near, right, instead) => `Between ${right} and ${instead}, prefer ${right} when the sentence speaks of "${near}".`,
  (near, right) => `A figure with "${near}" beside it takes ${right}.`,
];

/** What a lesson says: beside which words a number takes a tag, and which it does not. */
export type LessonContent = { readonly near: string; readonly right: string; readonly instead: string };

/** States a lesson in one of the first `count` wordings. */
export function wordLesson({ near, right, instead }: LessonContent, count: number, rng: Rng): string {
  return wordings[rng.int(Math.min(count, wordings.length))]!(near, right, instead);
}
