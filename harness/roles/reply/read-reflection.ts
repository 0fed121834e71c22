import { fieldOf, hasWords, isObject, isPlaceholder, type LooseObject, textField } from './fields.ts';
import { labelledLines } from './labelled-lines.ts';
import { excerpt, type Lost, type ReadValue, type ReplyReader } from './reading.ts';

export type ReflectionReply = {
  readonly reasoning: string;
  readonly lessons: readonly string[];
  readonly tags: readonly { readonly id: string; readonly tag: string }[];
};

const lessonNames = [
  'lessons',
  'key_insights',
  'key_insight',
  'insights',
  'insight',
  'lesson',
  'key_lessons',
  'learnings',
];
const lessonTextNames = ['text', 'lesson', 'insight', 'key_insight', 'content', 'advice'];
const tagNames = ['bullet_tags', 'tags', 'bullet_feedback', 'bullets'];
const idNames = ['id', 'bullet_id', 'bullet'];
const verdictNames = ['tag', 'label', 'verdict', 'rating', 'judgment', 'judgement'];
const reasoningNames = ['reasoning', 'root_cause_analysis', 'error_identification', 'analysis', 'diagnosis', 'thought'];

/** Reads the reflector's replies: each lesson and each tag stands or falls alone. */
export const reflectionReader: ReplyReader<ReflectionReply> = { whole, items, lines };

function whole(value: unknown): ReadValue<ReflectionReply> | null {
  if (!isObject(value)) return null;
  const lessons = fieldOf(value, lessonNames);
  const tags = fieldOf(value, tagNames);
  if (lessons === undefined && tags === undefined) return null;
  // One tag or one lesson is an item of a list.
  if (lessons === undefined && isTag(value)) return null;
  const lost: Lost[] = [];
  const read = {
    reasoning: textField(value, reasoningNames) ?? '',
    lessons: lessonsIn(lessons?.value, lost),
    tags: tagsIn(tags?.value, lost),
  };
  // Where all is lost, asking again may help.
  if (lost.length > 0 && read.lessons.length + read.tags.length === 0) return null;
  return {
    value: read,
    lost,
    alias: (lessons?.alias ?? false) || (tags?.alias ?? false),
  };
}

function items(values: readonly unknown[]): ReadValue<ReflectionReply> | null {
  const flat = values.flatMap((value) => (Array.isArray(value) ? value : [value]));
  const tags = flat.filter((value) => isObject(value) && isTag(value));
  const lessons = flat.filter((value) => !tags.includes(value));
  const lost: Lost[] = [];
  const read = { reasoning: '', lessons: lessonsIn(lessons, lost), tags: tagsIn(tags, lost) };
  return read.lessons.length + read.tags.length === 0 ? null : { value: read, lost, alias: false };
}

function lines(text: string): ReadValue<ReflectionReply> | null {
  const lessons = labelledLines(text).map(({ text: lesson }) => lesson);
  return lessons.length === 0 ? null : { value: { reasoning: '', lessons, tags: [] }, lost: [], alias: false };
}

function isTag(value: LooseObject): boolean {
  return fieldOf(value, idNames) !== undefined && fieldOf(value, verdictNames) !== undefined;
}

function lessonsIn(value: unknown, lost: Lost[]): readonly string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => {
    const text = typeof one === 'string' ? one : isObject(one) ? textField(one, lessonTextNames) : null;
    if (text !== null && hasWords(text) && !isPlaceholder(text)) return [text];
    if (typeof one === 'string' && one.trim() === '') return [];
    lost.push({ what: excerpt(one), reason: text !== null && isPlaceholder(text) ? 'a placeholder' : 'no lesson' });
    return [];
  });
}

function tagsIn(value: unknown, lost: Lost[]): ReflectionReply['tags'] {
  if (value === undefined || value === null) return [];
  // A map of ids to verdicts is as good as a list.
  const list: readonly unknown[] = Array.isArray(value)
    ? value
    : isObject(value) && !isTag(value)
      ? Object.entries(value).map(([id, tag]) => ({ id, tag }))
      : [value];
  return list.flatMap((one) => {
    const id = isObject(one) ? textField(one, idNames) : null;
    const tag = isObject(one) ? textField(one, verdictNames) : null;
    if (id !== null && tag !== null && !isPlaceholder(id)) return [{ id, tag }];
    lost.push({ what: excerpt(one), reason: 'no tag' });
    return [];
  });
}
