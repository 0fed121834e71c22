import { renderBlock } from '../core/blocks.ts';
import type { Op } from '../core/context-event.ts';
import type { Rendered } from '../core/rendered.ts';
import type { Tools } from '../core/tools.ts';
import { oneLine } from '../playbook/one-line.ts';
import { type Answer, askJson } from './ask.ts';
import { contextBlock } from './generate.ts';
import { prompts } from './prompts.ts';
import { deltaSchema } from './reply/schemas.ts';
import { deltaReader } from './reply/read-delta.ts';

/** Tokens that the rendered playbook has, and those that it may have. */
export type Room = { readonly usedTokens: number; readonly budgetTokens: number };

/** The delta that the curator proposes for lessons: ops as read, those that cannot be read kept as `unknown`. */
export async function curate(
  tools: Tools,
  context: Rendered,
  lessons: readonly string[],
  room: Room,
): Promise<Answer<readonly Op[]>> {
  const answer = await askJson(tools, {
    role: 'curator',
    parts: [
      { speaker: 'system', text: prompts.curator.text },
      { speaker: 'user', text: contextBlock(context) },
      { speaker: 'user', text: renderBlock('lessons', lessonList(lessons)) },
      { speaker: 'user', text: renderBlock('limit', `${room.usedTokens} of ${room.budgetTokens} tokens used`) },
    ],
    step: 0,
    schema: deltaSchema(headersIn(context.stable)),
    reader: () => deltaReader,
  });
  if (answer.value === null) return answer;
  // What is no op is one that cannot be read: it is rejected with a reason, and so recorded.
  const unread = answer.lost.map(({ what }): Op => ({ op: 'unknown', found: what }));
  return { ...answer, value: [...answer.value, ...unread] };
}

/** The section headers of a rendered playbook. */
function headersIn(text: string): readonly string[] {
  return [...text.matchAll(/^## (.+)$/gm)].map(([, header]) => header!);
}

/** Lessons as a list, one a line. */
export function lessonList(lessons: readonly string[]): string {
  return lessons.map((lesson) => `- ${oneLine(lesson)}`).join('\n');
}
