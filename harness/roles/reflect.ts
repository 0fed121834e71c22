import { renderBlock } from '../core/blocks.ts';
import type { Op } from '../core/context-event.ts';
import type { Experience, Feedback } from '../core/experience.ts';
import type { Rendered } from '../core/rendered.ts';
import type { Tools } from '../core/tools.ts';
import { type Answer, askJson } from './ask.ts';
import { bareId } from './bare-id.ts';
import { contextBlock } from './generate.ts';
import { prompts } from './prompts.ts';
import { reflectionSchema } from './reply/schemas.ts';
import { reflectionReader } from './reply/read-reflection.ts';

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
    schema: reflectionSchema,
    reader: () => reflectionReader,
  });
  if (answer.value === null) return { ...answer, value: null };
  const { reasoning, lessons, tags } = answer.value;
  // What is no tag or no lesson is an op that cannot be read: it is rejected with a reason, and so recorded.
  const unread = answer.lost.map(({ what }): Op => ({ op: 'unknown', found: what }));
  return { ...answer, value: { reasoning, lessons, tags: [...tags.flatMap((tag) => readTag(tag) ?? []), ...unread] } };
}

function readTag({ id: cited, tag }: { readonly id: string; readonly tag: string }): Op | null {
  const verdict = tag.trim().toLowerCase();
  const id = bareId(cited);
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
