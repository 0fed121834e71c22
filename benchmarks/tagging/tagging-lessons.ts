import type { Lessons } from '../../harness/core/lessons.ts';
import type { Rule } from './house-rules.ts';
import { keyWord } from './key-word.ts';
import { lessonReader } from './lesson-reader.ts';
import type { TaggingTask } from './tasks.ts';

/** The house rules as lessons; those first that most training questions are about. */
export function taggingLessons(rules: readonly Rule[], train: readonly TaggingTask[]): Lessons {
  const uses = new Map<string, number>();
  for (const id of train.flatMap(({ gold }) => gold.rules)) uses.set(id, (uses.get(id) ?? 0) + 1);
  const byUse = rules.toSorted((a, b) => (uses.get(b.id) ?? 0) - (uses.get(a.id) ?? 0));
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]));
  return {
    all: byUse.map(({ id }) => id),
    states: lessonReader(rules),
    text: (id, stance) => {
      const rule = ruleOf.get(id);
      if (rule === undefined) throw new RangeError(`Cannot state a lesson: expected the id of one, found ${id}`);
      const tag = stance === 'correct' ? rule.tag : anotherTag(rule);
      // A reader who goes by words finds a rule under its key word, and under each wording that has another.
      const { family, condition } = rule;
      const { word, shared } = keyWord(family, condition);
      const cues = [word, ...condition.wordings.filter((wording) => !shared.includes(wording))];
      return cues.map((cue) => `Where a figure is "${cue}", use ${tag}.`).join('\n');
    },
  };
}

function anotherTag({ family: { tags }, tag }: Rule): string {
  return tags[(tags.indexOf(tag) + 1) % tags.length]!;
}
