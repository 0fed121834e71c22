import { stemmer } from 'stemmer';
import type { Lessons } from '../../harness/core/suite.ts';
import type { Rule } from './house-rules.ts';

/** Reads lessons that quote a wording of the table. */
export function lessonReader(rules: readonly Rule[]): Lessons['states'] {
  const tags = new Map(rules.flatMap((rule) => rule.family.tags.map((tag) => [tag, rule.family] as const)));
  return (line) => {
    const words = (line.match(/[A-Za-z]+/g) ?? []).map((word) => stemmer(word.toLowerCase()));
    return rules
      .filter((rule) => rule.condition.wordings.some((wording) => line.includes(wording)))
      .filter(
        (rule) => [...tags].some(([tag, family]) => family === rule.family && line.includes(tag)) && words.length > 0,
      )
      .map((rule) => ({
        lessonId: rule.id,
        stance: line.includes(rule.tag) ? ('correct' as const) : ('contradicted' as const),
      }));
  };
}
