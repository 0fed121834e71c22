import { describe, expect, it } from 'vitest';
import type { Rendered } from '../../harness/core/rendered.ts';
import { generate } from '../../harness/roles/generate.ts';
import { toolsWith } from '../contracts/adaptation-deps.ts';
import { scriptedLlm } from '../contracts/scripted-llm.ts';

const ids = ['calc-00001', 'sai-00002', 'ph-00002', 'two-part-00003', 'Überblick_2-7'];
const playbook: Rendered = { stable: '## RULES', perTask: '', ids: new Set(ids) };
const question = { id: 'q1', scenario: 's', text: 'How many?' };

async function generated(reply: unknown, context: Rendered = playbook) {
  const { llm, requests } = scriptedLlm({
    generator: () => (typeof reply === 'string' ? reply : JSON.stringify(reply)),
  });
  const tools = toolsWith({ llm, countTokens: (text) => text.length });
  return { attempt: await generate(tools, { question, context, joinAnswer: ', ' }), requests };
}

async function citedBy(reply: object): Promise<readonly string[]> {
  return (await generated({ final_answer: 'x', ...reply })).attempt.cited;
}

describe('generate()', () => {
  it('reads answer, reasoning and cited ids', async () => {
    const reply = { reasoning: 'Because.', bullet_ids: ['calc-00001', 'sai-00002'], final_answer: '12' };
    expect((await generated(reply)).attempt).toEqual({
      answer: '12',
      reasoning: 'Because.',
      cited: ['calc-00001', 'sai-00002'],
      steps: [],
      replies: [JSON.stringify(reply)],
      evidence: null,
      failure: null,
    });
  });

  it.each<[string, unknown, string]>([
    ['an array, joined', ['A', 'B', 'C'], 'A, B, C'],
    ['an array of one', ['A'], 'A'],
    ['an array of several kinds', ['A', 2, true], 'A, 2, true'],
    ['an empty array', [], ''],
    ['a number', 12.5, '12.5'],
    ['zero', 0, '0'],
    ['a boolean', false, 'false'],
    ['program text, as text', '__import__("os").system("x")', '__import__("os").system("x")'],
  ])('takes an answer given as %s', async (_name, final_answer, answer) => {
    expect((await generated({ final_answer })).attempt).toMatchObject({ answer, failure: null });
  });

  it.each<[string, unknown]>([
    ['no answer', { reasoning: 'x' }],
    ['null', { final_answer: null }],
    ['an object of objects', { final_answer: { value: { of: 1 } } }],
    ['a list of lists', { final_answer: [['A']] }],
    ['prose', 'The answer is 12.'],
  ])('cannot take %s for an answer: it asks again, then fails as malformed', async (_name, reply) => {
    const { attempt } = await generated(reply);
    expect(attempt).toMatchObject({ answer: '', cited: [], failure: { kind: 'malformed' } });
    expect(attempt.replies).toHaveLength(2);
  });

  it('reads ids in brackets, with the line behind them, of two letters, and in one text', async () => {
    expect(await citedBy({ bullet_ids: ['[ph-00002]', ' [calc-00001] helpful=1 harmful=0 :: Count.'] })).toEqual([
      'ph-00002',
      'calc-00001',
    ]);
    expect(await citedBy({ bullet_ids: 'ph-00002, [calc-00001]' })).toEqual(['ph-00002', 'calc-00001']);
  });

  it('adds ids that the reasoning cites, whatever form they have, once each and in order', async () => {
    const reasoning =
      'By [sai-00002], (ph-00002) and two-part-00003; see calc-00001-sai-00002, Überblick_2-7. Not xcalc-00001 nor calc-000011.';
    expect(await citedBy({ bullet_ids: ['ph-00002'], reasoning })).toEqual([
      'ph-00002',
      'sai-00002',
      'two-part-00003',
      'calc-00001',
      'Überblick_2-7',
    ]);
    expect(await citedBy({ reasoning: ['First [sai-00002].', { next: 'ph-00002' }] })).toEqual([
      'sai-00002',
      'ph-00002',
    ]);
  });

  it('keeps ids that the context does not hold where they are listed, not where a text happens to name them', async () => {
    expect(await citedBy({ bullet_ids: ['gone-00009'], reasoning: 'As in form 10-12 and gone-00010.' })).toEqual([
      'gone-00009',
    ]);
  });

  it('loses no answer to an odd list of ids', async () => {
    for (const bullet_ids of [null, 7, {}, [7, null, '', 'ph-00002']]) {
      const { attempt } = await generated({ bullet_ids, final_answer: 'x' });
      expect(attempt).toMatchObject({ answer: 'x', failure: null });
      expect(attempt.cited).toEqual(Array.isArray(bullet_ids) ? ['ph-00002'] : []);
    }
  });

  it('cites nothing for a context without ids', async () => {
    const reply = { reasoning: 'calc-00001', bullet_ids: ['calc-00001'], final_answer: 'x' };
    expect((await generated(reply, { ...playbook, ids: null })).attempt.cited).toEqual([]);
  });
});
