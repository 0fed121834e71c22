import { z } from 'zod';
import { renderBlock } from '../core/blocks.ts';
import type { Op } from '../core/context-event.ts';
import type { Json } from '../core/json.ts';
import type { Rendered } from '../core/rendered.ts';
import type { Tools } from '../core/tools.ts';
import { oneLine } from '../playbook/one-line.ts';
import { type Answer, askJson } from './ask.ts';
import { bareId } from './bare-id.ts';
import { contextBlock } from './generate.ts';
import { prompts } from './prompts.ts';
import { readWith } from './read-with.ts';

const replyShape = z.object({ reasoning: z.unknown().optional(), operations: z.array(z.unknown()) });
const replySchema: Json = {
  type: 'object',
  properties: { reasoning: { type: 'string' }, operations: { type: 'array', items: { type: 'object' } } },
  required: ['reasoning', 'operations'],
};

/** The delta that the curator proposes for lessons: ops as read, those that cannot be read kept as `unknown`. */
export async function curate(
  tools: Tools,
  context: Rendered,
  lessons: readonly string[],
): Promise<Answer<readonly Op[]>> {
  const answer = await askJson(tools, {
    role: 'curator',
    parts: [
      { speaker: 'system', text: prompts.curator.text },
      { speaker: 'user', text: contextBlock(context) },
      { speaker: 'user', text: renderBlock('lessons', lessonList(lessons)) },
    ],
    step: 0,
    schema: replySchema,
    accept: readWith(replyShape),
  });
  return { ...answer, value: answer.value?.operations.map(readOp) ?? null };
}

/** Lessons as a list, one a line. */
export function lessonList(lessons: readonly string[]): string {
  return lessons.map((lesson) => `- ${oneLine(lesson)}`).join('\n');
}

const opShape = z.object({
  op: z.string().nullish(),
  type: z.string().nullish(),
  id: z.string().nullish(),
  bullet_id: z.string().nullish(),
  ids: z.array(z.string()).nullish(),
  section: z.string().nullish(),
  text: z.string().nullish(),
  content: z.string().nullish(),
  rationale: z.string().nullish(),
});
type LooseOp = z.infer<typeof opShape>;

/** One op from what a model wrote: names in any case, ACE's own spellings (`type: "ADD"`, `content`, `DELETE`) included. */
export function readOp(value: unknown): Op {
  const loose = readWith(opShape)(value);
  const op = loose === null ? null : readNamed(loose, (loose.op ?? loose.type ?? '').trim().toLowerCase());
  return op ?? { op: 'unknown', found: (JSON.stringify(value) ?? 'undefined').slice(0, 200) };
}

function readNamed(loose: LooseOp, name: string): Op | null {
  const cited = loose.id ?? loose.bullet_id ?? null;
  const text = loose.text ?? loose.content ?? '';
  if (name === 'add') {
    // Where `type` is the op's name, in ACE's spelling, it is no type of bullet.
    const type = (loose.op ?? null) === null ? null : bulletType(loose.type ?? null);
    return { op: 'add', section: loose.section ?? '', text, type, rationale: loose.rationale ?? null };
  }
  if (name === 'merge') return loose.ids ? { op: 'merge', ids: loose.ids.map(bareId), text } : null;
  if (cited === null) return null;
  const id = bareId(cited);
  if (name === 'update' || name === 'modify') return { op: 'update', id, text };
  if (name === 'remove' || name === 'delete') return { op: 'remove', id };
  return null;
}

function bulletType(name: string | null) {
  return name === 'strategy' || name === 'error_pattern' || name === 'tool_tip' ? name : null;
}
