import { renderBlock } from '../core/blocks.ts';
import type { Rendered } from '../core/method.ts';
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
  return { ...answer, value: answer.value === null ? null : stripFence(answer.value) };
}

// Many models wrap a whole text in a code fence although they were asked for the text alone.
function stripFence(text: string): string {
  const match = /^\s*```[^\n]*\n([\s\S]*?)\n?```\s*$/.exec(text);
  return (match?.[1] ?? text).trim();
}
