import { describe, expect, it } from 'vitest';
import { rewrite } from '../../harness/roles/rewrite.ts';
import { toolsWith } from '../contracts/adaptation-deps.ts';
import { blocksOf, type Reply, scriptedLlm } from '../contracts/scripted-llm.ts';

async function rewritten(reply: Reply, limitTokens = 400) {
  const { llm, requests } = scriptedLlm({ rewriter: () => reply });
  const tools = toolsWith({ llm, countTokens: (text) => text.length });
  const context = { stable: 'Old text.', perTask: '', ids: null };
  return { answer: await rewrite(tools, context, ['One.'], limitTokens), requests };
}

describe('rewrite()', () => {
  it.each([
    ['a text as it is, trimmed', '\nNew text.\n\nMore.\n', 'New text.\n\nMore.'],
    ['a text in a code fence', '```\nNew text.\n```', 'New text.'],
    ['a text in a fence with a language', ' ```markdown\nNew text.\nMore.```\n', 'New text.\nMore.'],
    ['a fence that holds another', '```md\nA\n```py\nx = 1\n```\nB\n```', 'A\n```py\nx = 1\n```\nB'],
    ['a text that begins and ends with code', '```py\na\n```\nthen\n```\nb\n```', '```py\na\n```\nthen\n```\nb\n```'],
    ['a text with code inside', 'A\n```py\nx\n```', 'A\n```py\nx\n```'],
  ])('takes %s', async (_name, reply, text) => {
    expect((await rewritten(reply)).answer).toMatchObject({ value: text, failure: null, replies: [reply] });
  });

  it.each(['```\n```', '```markdown\n\n```\n', ' '])(
    'takes %j for an empty reply, not for an empty context',
    async (reply) => {
      expect((await rewritten(reply)).answer).toMatchObject({ value: null, failure: { kind: 'empty' } });
    },
  );

  it('says where a reply was cut or refused', async () => {
    expect((await rewritten({ text: 'New', finish: 'length' })).answer.failure?.kind).toBe('length');
    expect((await rewritten({ text: '', finish: 'refusal' })).answer.failure?.kind).toBe('refusal');
  });

  it('states the limit and leaves the reply some room above it', async () => {
    const { requests } = await rewritten('New text.', 401);
    expect(blocksOf(requests[0]!).limit).toBe('401 tokens');
    expect(requests[0]!.maxTokens).toBe(Math.ceil(401 * 1.25));
  });
});
