import type { Lessons } from '../../harness/core/lessons.ts';
import { contentStems } from './content-stems.ts';
import { conditionMatcher } from './condition-matcher.ts';
import type { Rule } from './house-rules.ts';
import { recommendedTags, type TagMention } from './recommended-tags.ts';

/**
 * Reads which rules a line of free text states: it names a tag of the rule's family as recommended and holds the content of a
 * wording of the rule's condition. A line that recommends several tags is cut into passages, one for each.
 */
export function lessonReader(rules: readonly Rule[]): Lessons['states'] {
  const familyOf = new Map(rules.flatMap((rule) => rule.family.tags.map((tag) => [tag, rule.family] as const)));
  const families = [...new Set(familyOf.values())];
  const matchers = new Map(families.map((family) => [family, conditionMatcher(family)]));
  const ruleOf = new Map(rules.map((rule) => [rule.condition, rule]));
  const mentionsIn = recommendedTags([...familyOf.keys()]);
  return (line) => {
    const stances = new Map<string, 'correct' | 'contradicted'>();
    for (const { tag, text } of passages(line, mentionsIn(line))) {
      for (const condition of matchers.get(familyOf.get(tag)!)!(contentStems(text))) {
        const rule = ruleOf.get(condition)!;
        // Advice that names the right tag beside another one for the same condition is not worth less than silence.
        if (stances.get(rule.id) !== 'correct') stances.set(rule.id, rule.tag === tag ? 'correct' : 'contradicted');
      }
    }
    return [...stances].map(([lessonId, stance]) => ({ lessonId, stance }));
  };
}

type Passage = { readonly tag: string; readonly text: string };

function passages(line: string, mentions: readonly TagMention[]): readonly Passage[] {
  const tags = new Set(mentions.map(({ tag }) => tag));
  if (tags.size <= 1) return [...tags].map((tag) => ({ tag, text: line }));
  return sentencesWithTags(line, mentions).flatMap(cutBetweenTags);
}

type Stretch = { readonly text: string; readonly start: number; readonly mentions: readonly TagMention[] };

/** Cuts after sentences and semicolons; what has no tag of its own joins the next sentence that has one, else the last. */
function sentencesWithTags(line: string, mentions: readonly TagMention[]): readonly Stretch[] {
  const ends = [...line.matchAll(/[.;!?](?=\s)/g)].map(({ index }) => index + 1);
  const stretches: Stretch[] = [];
  let start = 0;
  for (const end of [...ends, line.length]) {
    const inside = mentions.filter(({ index }) => index >= start && index < end);
    if (inside.length === 0 && end < line.length) continue;
    const last = stretches.at(-1);
    if (inside.length === 0 && last !== undefined)
      stretches[stretches.length - 1] = { ...last, text: line.slice(last.start) };
    else stretches.push({ text: line.slice(start, end), start, mentions: inside });
    start = end;
  }
  return stretches;
}

/** Within one sentence each tag owns the words up to it, or those after it where the sentence opens with a tag. */
function cutBetweenTags({ text, start, mentions }: Stretch): readonly Passage[] {
  if (new Set(mentions.map(({ tag }) => tag)).size <= 1) return mentions.slice(0, 1).map(({ tag }) => ({ tag, text }));
  const tagFirst = contentStems(text.slice(0, mentions[0]!.index - start)).size === 0;
  return mentions.map(({ tag, index }, position) => {
    const from = tagFirst ? index - start : position === 0 ? 0 : mentions[position - 1]!.index - start;
    const to = tagFirst ? (mentions[position + 1]?.index ?? start + text.length) - start : index - start;
    const isLast = position === mentions.length - 1;
    return { tag, text: text.slice(from, isLast ? text.length : to) };
  });
}
