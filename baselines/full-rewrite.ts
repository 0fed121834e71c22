import { z } from 'zod';
import type { ContextEvent } from '../harness/core/context-event.ts';
import type { Method, MethodSetup } from '../harness/core/method.ts';
import { shrunkTokens } from '../harness/playbook/evict.ts';
import { lessonList } from '../harness/roles/curate.ts';
import { rewrite } from '../harness/roles/rewrite.ts';
import { reflectBatch, reflectionCalls } from '../harness/roles/reflect-and-retry.ts';
import { renderText, type TextContext, textContext } from './text-context.ts';

export const options = z.strictObject({
  reflectorRounds: z
    .int()
    .min(1)
    .default(1)
    .describe('Reflections on an attempt known to be wrong; between two of them it is tried again'),
});

/** ACE without incremental updates: the same reflector, and the whole context written anew once per batch. */
export function create(
  { reflectorRounds }: z.infer<typeof options>,
  { budget, countTokens }: MethodSetup,
): Method<TextContext> {
  return {
    name: 'full-rewrite',
    learns: true,
    ...textContext,
    maxCalls: (tasks) => ({ ...reflectionCalls(tasks, reflectorRounds), rewriter: 1 }),
    adapt: async (context, experience, tools) => {
      const rendered = renderText(context);
      const { lessons, events } = await reflectBatch(tools, experience, rendered, reflectorRounds);
      if (lessons.length === 0) return { context, events };
      // What evictions leave to a playbook that exceeds the budget is what a text is told that would.
      const needed = countTokens(rendered.stable) + countTokens(lessonList(lessons));
      const limit = needed <= budget.tokens ? budget.tokens : Math.floor(shrunkTokens(budget));
      const { value, failure } = await rewrite(tools, rendered, lessons, limit);
      const failed = (message: ContextEvent & { kind: 'failed' }) => ({ context, events: [...events, message] });
      if (failure !== null || value === null) {
        return failed({
          kind: 'failed',
          role: 'rewriter',
          task: tools.at.task,
          failure: failure ?? { kind: 'empty', message: 'No text' },
        });
      }
      const tokens = countTokens(value);
      if (tokens > budget.tokens && budget.evict !== 'off') {
        const message = `The rewritten context has ${tokens} tokens, more than the budget of ${budget.tokens}`;
        return failed({ kind: 'failed', role: 'rewriter', task: tools.at.task, failure: { kind: 'length', message } });
      }
      const rewritten: TextContext = { text: value };
      return { context: rewritten, events: [...events, { kind: 'rewrite', context: rewritten }] };
    },
  };
}
