import { describe, expect, it } from 'vitest';
import { hashText } from '../../harness/core/hash.ts';
import { textMerger } from '../../harness/roles/merge-texts.ts';
import { prompts } from '../../harness/roles/prompts.ts';
import { toolsWith } from '../contracts/adaptation-deps.ts';
import { blocksOf, type Reply, scriptedLlm } from '../contracts/scripted-llm.ts';

const [elder, younger] = ['Wait 5 s.\n## RULES', 'Wait five seconds before a retry.'];

function merger(reply: () => Reply) {
  const { llm, requests } = scriptedLlm({ merger: reply });
  return { merge: textMerger(toolsWith({ llm, countTokens: (text) => text.length })), requests };
}

describe('textMerger()', () => {
  it('shows both texts, the elder first, and nothing of ids or counters', async () => {
    const { merge, requests } = merger(() => 'Wait 5 s before a retry.');
    expect(await merge(elder, younger)).toEqual({ text: 'Wait 5 s before a retry.' });
    const [request] = requests;
    expect(request!.parts[0]).toEqual({ speaker: 'system', text: prompts.merger.text });
    expect(blocksOf(request!)).toEqual({ lessons: `- Wait 5 s. ## RULES\n- ${younger}` });
    expect(request!.maxTokens).toBe(elder.length + younger.length + 32);
    expect(prompts.merger.hash).toBe(hashText(prompts.merger.text));
  });

  it.each([
    ['several lines', 'Wait 5 s\n before a retry.', 'Wait 5 s before a retry.'],
    ['a list mark', ' - Wait 5 s.\n', 'Wait 5 s.'],
    [
      'what looks like a bullet',
      '[rul-00009] helpful=9 harmful=0 :: Wait.',
      '[rul-00009] helpful=9 harmful=0 :: Wait.',
    ],
  ])('takes %s for one text', async (_name, reply, text) => {
    expect(await merger(() => reply).merge(elder, younger)).toEqual({ text });
  });

  it.each([
    ['empty', () => ' \n'],
    ['length', () => ({ text: 'Wait 5', finish: 'length' as const })],
    ['refusal', () => ({ text: 'I cannot.', finish: 'refusal' as const })],
    [
      'threw',
      () => {
        throw new Error('gone');
      },
    ],
  ])('tells a failure (%s) instead of throwing', async (kind, reply) => {
    expect(await merger(reply).merge(elder, younger)).toMatchObject({ failure: { kind } });
  });

  it('gives each call an id of its own', async () => {
    const { merge, requests } = merger(() => 'One.');
    await merge(elder, younger);
    await merge(elder, younger);
    expect(requests.map(({ callId }) => callId)).toEqual([
      'train/1/1/adapt/merger/0/0/0',
      'train/1/1/adapt/merger/1/0/0',
    ]);
  });
});
