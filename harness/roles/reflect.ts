import { z } from 'zod';
import { renderBlock } from '../core/blocks.ts';
import type { Op } from '../core/context-event.ts';
import type { Experience, Feedback } from '../core/experience.ts';
import type { Json } from '../core/json.ts';
import type { Rendered } from '../core/rendered.ts';
import type { Tools } from '../core/tools.ts';
import { type Answer, askJson } from './ask.ts';
import { bareId } from './bare-id.ts';
import { contextBlock } from './generate.ts';
import { prompts } from './prompts.ts';
import { readWith } from './read-with.ts';

const lessonShape = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);
const replyShape = z.object({
  reasoning: z.unknown().optional(),
  lessons: z.union([z.string().transform((text) => [text]), z.array(lessonShape)]),
  bullet_tags: z.unknown().optional(),
});
const tagShape = z.object({ id: z.string(), tag: z.string() });
const replySchema: Json = {
  type: 'object',
  properties: {
    reasoning: { type: 'string' },
    lessons: { type: 'array', items: { type: 'string' } },
    bullet_tags: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, tag: { type: 'string', enum: ['helpful', 'harmful', 'neutral'] } },
        required: ['id', 'tag'],
        additionalProperties: false,
      },
    },
  },
  required: ['reasoning', 'lessons', 'bullet_tags'],
  additionalProperties: false,
};

export type Reflection = {
  readonly reasoning: string;
  /** Lessons as stated, empty ones left out. */
  readonly lessons: readonly string[];
  /** `tag` ops for the bullets judged helpful or harmful. */
  readonly tags: readonly Op[];
};

/** What the reflector makes of one experience. `step` counts reflections on the same question. */
export async function reflect(
  tools: Tools,
  experience: Experience,
  context: Rendered,
  step: number,
): Promise<Answer<Reflection>> {
  const answer = await askJson(tools, {
    role: 'reflector',
    parts: [
      { speaker: 'system', text: prompts.reflector.text },
      { speaker: 'user', text: contextBlock(context) },
      { speaker: 'user', text: renderBlock('question', experience.question.text) },
      { speaker: 'user', text: renderBlock('attempt', attemptText(experience)) },
      ...(experience.feedback === null
        ? []
        : [{ speaker: 'user' as const, text: renderBlock('feedback', feedbackText(experience.feedback)) }]),
    ],
    step,
    schema: replySchema,
    accept: readWith(replyShape),
  });
  if (answer.value === null) return { ...answer, value: null };
  const { reasoning, lessons, bullet_tags } = answer.value;
  return {
    ...answer,
    value: {
      reasoning: typeof reasoning === 'string' ? reasoning : '',
      lessons: lessons.filter((lesson) => lesson.trim() !== ''),
      tags: tagList(bullet_tags)
        .map(readTag)
        .filter((op) => op !== null),
    },
  };
}

// What is no list is kept as one tag that cannot be read, so that it is recorded and no lesson lost.
function tagList(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

function readTag(value: unknown): Op | null {
  const tag = readWith(tagShape)(value);
  if (tag === null) return { op: 'unknown', found: JSON.stringify(value).slice(0, 200) };
  const verdict = tag.tag.trim().toLowerCase();
  const id = bareId(tag.id);
  if (verdict === 'neutral') return null;
  if (verdict !== 'helpful' && verdict !== 'harmful') return { op: 'unknown', found: `tag ${verdict.slice(0, 100)}` };
  return { op: 'tag', id, helpful: Number(verdict === 'helpful'), harmful: Number(verdict === 'harmful') };
}

function attemptText(experience: Experience): string {
  return [
    ...experience.steps.map(({ speaker, text }) => `${speaker}: ${text}`),
    ...(experience.reasoning === '' ? [] : [`Reasoning: ${experience.reasoning}`]),
    ...(experience.cited.length === 0 ? [] : [`Advice used: ${experience.cited.join(', ')}`]),
    experience.failure === null ? `Answer: ${experience.answer}` : `No answer: ${experience.failure}`,
  ].join('\n');
}

function feedbackText(feedback: Feedback): string {
  return [
    feedback.correct ? 'The attempt is right.' : 'The attempt is wrong.',
    ...(feedback.failedChecks ?? []),
    ...(feedback.reference === null ? [] : [`Right answer: ${feedback.reference}`]),
  ].join('\n');
}
