import type { TagQuestion } from './question.ts';
import { tokensOf } from './words.ts';

const tokensBefore = 10;
const tokensAfter = 6;

/** The tokens around the number that a question asks about, ten before and six after, the number itself left out. */
export function numberWindow({ entity, sentence }: TagQuestion): {
  readonly before: readonly string[];
  readonly after: readonly string[];
} {
  const at = positionOf(entity, sentence);
  return {
    before: tokensOf(sentence.slice(0, at)).slice(-tokensBefore),
    after: tokensOf(sentence.slice(at + entity.length)).slice(0, tokensAfter),
  };
}

// The number may also stand inside another one ("5" in "2015"): the first place where it stands alone counts.
function positionOf(entity: string, sentence: string): number {
  if (entity === '') return 0;
  for (let at = sentence.indexOf(entity); at >= 0; at = sentence.indexOf(entity, at + 1)) {
    const alone =
      !/[\p{L}\p{N}]/u.test(sentence[at - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(sentence[at + entity.length] ?? ' ');
    if (alone) return at;
  }
  return Math.max(0, sentence.indexOf(entity));
}
