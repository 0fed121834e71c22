import { renderBlock } from '../core/blocks.ts';
import type { Rendered } from '../core/rendered.ts';
import type { Tools } from '../core/tools.ts';
import { type Answer, askText } from './ask.ts';
import { lessonList } from './curate.ts';
import { contextBlock } from './generate.ts';
import { prompts } from './prompts.ts';

/** The whole context written anew with the lessons, in at most `limitTokens` tokens if the rewriter obeys. */
export async function rewrite(
  tools: Tools,
  context: Rendered,
  lessons: readonly string[],
  limitTokens: number,
): Promise<Answer<string>> {
  const answer = await askText(tools, {
    role: 'rewriter',
    parts: [
      { speaker: 'system', text: prompts.rewriter.text },
      { speaker: 'user', text: contextBlock(context) },
      { speaker: 'user', text: renderBlock('lessons', lessonList(lessons)) },
      { speaker: 'user', text: renderBlock('limit', `${limitTokens} tokens`) },
    ],
    step: 0,
    // Room for the whole context, and for a reply that overshoots a little: what exceeds the budget is refused, not cut.
    maxTokens: Math.ceil(limitTokens * 1.25),
  });
  if (answer.value === null) return answer;
  const text = stripFence(answer.value);
  if (text === '') {
    return { ...answer, value: null, failure: answer.failure ?? { kind: 'empty', message: 'The new text is empty' } };
  }
  return { ...answer, value: text };
}

// Many models wrap a whole text in a code fence although they were asked for the text alone.
function stripFence(reply: string): string {
  const text = reply.trim();
  const inside = /^```[^\n]*\n([\s\S]*)```$/.exec(text)?.[1];
  // Where the first fence inside is a bare one it closes the opening one: the text begins with a block of code and ends with another.
  const wraps = inside !== undefined && /^```(.*)$/m.exec(inside)?.[1]?.trim() !== '';
  return wraps ? inside.trim() : text;
}
