import { listed } from './curate-lessons.ts';
import { readAdvice } from './read-advice.ts';
import { isIdle } from './words.ts';

/**
 * The simulated merger: of two lines of advice for one tag the longer, which holds more of the wording; else the first, since it cannot say both.
 * It is told no tags, so it takes for one what both lines write with a capital and what is no word of the talk of advice.
 */
export function mergeAdvice(lessons: string): string {
  const [first = '', second = ''] = listed(lessons);
  const inSecond = new Set(namesIn(second));
  const shared = new Set(namesIn(first).filter((name) => inSecond.has(name)));
  const tag = readAdvice(first, shared)?.tag;
  const sameTag = tag !== undefined && tag === readAdvice(second, shared)?.tag;
  return sameTag && second.length > first.length ? second : first;
}

function namesIn(text: string): readonly string[] {
  return (text.match(/\p{Lu}[\p{L}\p{N}]{3,}/gu) ?? []).filter((name) => !isIdle(name.toLowerCase()));
}
