import { type Blocks, parseBlocks } from '../../harness/core/blocks.ts';
import { hashText } from '../../harness/core/hash.ts';
import { unknownUsage } from '../../harness/core/usage.ts';
import { replyWith } from './llm-parts.ts';
import type { FinishKind, Llm, LlmRequest, Role } from '../../harness/core/llm.ts';

/** What one role replies to the blocks of its prompt: text, or text with another end than `stop`. May throw. */
export type Reply = string | { readonly text: string; readonly finish: FinishKind };
export type Script = { readonly [role in Role]?: (blocks: Blocks, request: LlmRequest) => Reply };
export type ScriptedLlm = { readonly llm: Llm; readonly requests: readonly LlmRequest[] };

/**
 * A model that answers from the request alone, and keeps what it was asked. Replies arrive in an order fixed by the requests, which
 * `arrival` changes. A role without a script throws.
 */
export function scriptedLlm(script: Script, arrival = ''): ScriptedLlm {
  const requests: LlmRequest[] = [];
  const llm: Llm = {
    id: 'scripted',
    complete: async (request) => {
      requests.push(request);
      const turns = Number.parseInt(hashText(`${arrival}${request.callId}`).slice(0, 1), 16);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      const answer = script[request.role];
      if (answer === undefined) throw new Error(`Cannot reply: expected no call of the ${request.role}, found one`);
      const reply = answer(blocksOf(request), request);
      const { text, finish } = typeof reply === 'string' ? { text: reply, finish: 'stop' as const } : reply;
      return replyWith({
        text,
        finish,
        usage: { ...unknownUsage, inputTokens: 1, outputTokens: 1 },
        model: 'scripted',
      });
    },
  };
  return { llm, requests };
}

/** The blocks of a request's prompt. */
export function blocksOf({ parts }: LlmRequest): Blocks {
  return parseBlocks(parts.map(({ text }) => text).join('\n\n'));
}
