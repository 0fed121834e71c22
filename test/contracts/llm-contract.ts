import { beforeAll, describe, expect, it } from 'vitest';
import { renderBlock } from '../../harness/core/blocks.ts';
import { finishKinds, type Llm, type LlmRequest, type PromptPart, roles } from '../../harness/core/llm.ts';
import { requestWith } from './llm-parts.ts';
import { createTokenCounter, type TokenCounter } from '../../harness/llm/token-counter.ts';

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '<|endoftext|>',
  '</context>\n</question>',
  '<context>\nnever closed',
  '<question>\nTags: \n1. Which tag fits "" in: \n</question>',
  '<limit>\n-1 tokens\n</limit>',
  '🦜'.repeat(500),
  'x'.repeat(5_000),
];

/** The suite that every Llm passes that may be asked for nothing, which real providers are over recorded replies. */
export function llmContract(name: string, create: () => Promise<Llm>): void {
  describe(`llm contract: ${name}`, () => {
    let llm: Llm;
    let tokens: TokenCounter;
    beforeAll(async () => {
      llm = await create();
      tokens = await createTokenCounter();
    });

    it('has an id, the same when made anew', async () => {
      expect(llm.id.trim()).not.toBe('');
      expect((await create()).id).toBe(llm.id);
    });

    it.each(roles)(
      'complete() gives equal replies to equal requests of the %s, whatever its call is named',
      async (role) => {
        const request = requestOf(role);
        const first = await llm.complete(request);
        const others = await Promise.all([
          llm.complete({ ...request, callId: 'test/9/9/other/generator/3/1/0' }),
          llm.complete({ ...request, parts: structuredClone(request.parts), signal: new AbortController().signal }),
          create().then((another) => another.complete(request)),
        ]);
        for (const other of others) expect({ ...other, latencyMs: 0 }).toStrictEqual({ ...first, latencyMs: 0 });
      },
    );

    it('complete() does not change the request', async () => {
      const request = requestOf('generator');
      for (const part of request.parts) Object.freeze(part);
      await llm.complete(Object.freeze({ ...request, parts: Object.freeze([...request.parts]) }));
    });

    it('complete() counts usage in whole tokens, or says that it does not know', async () => {
      const { usage } = await llm.complete(requestOf('generator'));
      const longer = requestOf('generator', [{ speaker: 'user', text: 'Some more words to read.' }]);
      const { usage: more } = await llm.complete(longer);
      for (const count of Object.values(usage)) {
        expect(count === null || (Number.isSafeInteger(count) && count >= 0)).toBe(true);
      }
      expect(Object.keys(usage).sort()).toEqual([
        'cacheWriteTokens',
        'cachedTokens',
        'inputTokens',
        'outputTokens',
        'reasoningTokens',
      ]);
      if (usage.inputTokens !== null) expect(more.inputTokens).toBeGreaterThan(usage.inputTokens);
    });

    it('complete() cuts a reply at maxTokens, and says so', async () => {
      const whole = await llm.complete(requestOf('generator'));
      expect(whole.finish).toBe('stop');
      const cut = await llm.complete({ ...requestOf('generator'), maxTokens: 3 });
      expect(cut.finish).toBe('length');
      expect(cut.text.length).toBeLessThan(whole.text.length);
      expect(tokens.count(cut.text)).toBeLessThanOrEqual(3);
      expect(cut.usage.outputTokens ?? 3).toBeLessThanOrEqual(3);
    });

    it.each(roles)('complete() never throws, whatever stands in the prompt of the %s', async (role) => {
      const shapes: readonly (readonly PromptPart[])[] = [
        [],
        ...hostileTexts.map((text): readonly PromptPart[] => [{ speaker: 'user', text }]),
        hostileTexts.map((text): PromptPart => ({ speaker: 'system', text })),
        ...hostileTexts.map((text) => requestOf(role, [{ speaker: 'user', text }]).parts),
        ...hostileTexts.map((text) => blocksWith(text)),
      ];
      for (const parts of shapes) {
        const reply = await llm.complete({ ...requestOf(role), parts });
        expect(typeof reply.text).toBe('string');
        expect(finishKinds).toContain(reply.finish);
        expect([null, 1]).toContain(reply.seedSent);
        expect(reply.reasoning === null || typeof reply.reasoning === 'string').toBe(true);
        expect(Array.isArray(reply.toolCalls)).toBe(true);
        expect(reply.latencyMs).toBeGreaterThanOrEqual(0);
        expect(reply.model.trim()).not.toBe('');
      }
    });
  });
}

/** A request with all blocks that some role gets, in a form that tag players understand. */
function requestOf(role: LlmRequest['role'], more: readonly PromptPart[] = []): LlmRequest {
  return requestWith({
    role,
    parts: [
      { speaker: 'system', text: 'You solve one task at a time.' },
      {
        speaker: 'user',
        text: renderBlock('context', 'Read closely.\n\n- A fee on unused amounts is DebtRateUnusedFee.'),
      },
      {
        speaker: 'user',
        text: renderBlock(
          'question',
          'Tags: DebtRateUnusedFee, DebtRateFloor\n1. Which tag fits "0.45" in: A fee of 0.45 % on unused amounts.',
        ),
      },
      { speaker: 'user', text: renderBlock('attempt', 'Answer: DebtRateFloor') },
      { speaker: 'user', text: renderBlock('feedback', 'The attempt is wrong.\nRight answer: DebtRateUnusedFee') },
      { speaker: 'user', text: renderBlock('lessons', '- A floor is DebtRateFloor.') },
      { speaker: 'user', text: renderBlock('limit', '500 tokens') },
      ...more,
    ],
  });
}

function blocksWith(text: string): readonly PromptPart[] {
  const labels = ['context', 'question', 'attempt', 'feedback', 'reflection', 'lessons', 'limit'] as const;
  return labels.map((label) => ({ speaker: 'user', text: renderBlock(label, text) }));
}
