import { describe, expect, it } from 'vitest';
import type { Experience } from '../../harness/core/experience.ts';
import { reflect } from '../../harness/roles/reflect.ts';
import { toolsWith, wrongAttempt } from '../contracts/adaptation-deps.ts';
import { blocksOf, scriptedLlm } from '../contracts/scripted-llm.ts';

const playbook = { stable: '## RULES', perTask: '', ids: new Set(['ph-00002']) };

async function reflected(reply: unknown, experience: Experience = wrongAttempt('tides', ['ph-00002'])) {
  const { llm, requests } = scriptedLlm({
    reflector: () => (typeof reply === 'string' ? reply : JSON.stringify(reply)),
  });
  const tools = toolsWith({ llm, countTokens: (text) => text.length });
  return { answer: await reflect(tools, experience, playbook, 1), requests };
}

async function tagsOf(bullet_tags: unknown) {
  return (await reflected({ lessons: ['x'], bullet_tags })).answer.value?.tags;
}

describe('reflect()', () => {
  it('reads lessons as strings, as objects with a text and as one string, and leaves out empty ones', async () => {
    const { answer } = await reflected({ reasoning: 'Why.', lessons: ['One.', { text: 'Two.', id: 1 }, ' '] });
    expect(answer.value).toEqual({ reasoning: 'Why.', lessons: ['One.', 'Two.'], tags: [] });
    expect((await reflected({ lessons: 'Three.' })).answer.value?.lessons).toEqual(['Three.']);
    expect((await reflected({ lessons: [] })).answer.value?.lessons).toEqual([]);
  });

  it.each([{ reasoning: 'x' }, { lessons: [7] }, { lessons: [null, {}] }, 'Well.'])('cannot read %j', async (reply) => {
    expect((await reflected(reply)).answer).toMatchObject({ value: null, failure: { kind: 'malformed' } });
  });

  it('turns verdicts into tags, in any case and with ids in brackets, and neutral ones into nothing', async () => {
    expect(
      await tagsOf([
        { id: 'ph-00002', tag: 'helpful' },
        { id: ' [ph-00002] ', tag: ' Harmful ' },
        { id: 'ph-00002', tag: 'neutral' },
      ]),
    ).toEqual([
      { op: 'tag', id: 'ph-00002', helpful: 1, harmful: 0 },
      { op: 'tag', id: 'ph-00002', helpful: 0, harmful: 1 },
    ]);
  });

  it('keeps what is no verdict as unknown, to be rejected and recorded', async () => {
    expect(await tagsOf([{ id: 'ph-00002', tag: 'excellent' }, { tag: 'helpful' }, 'ph-00002', null])).toEqual([
      { op: 'unknown', found: 'tag excellent' },
      { op: 'unknown', found: '{"tag":"helpful"}' },
      { op: 'unknown', found: 'ph-00002' },
      { op: 'unknown', found: 'null' },
    ]);
    expect(await tagsOf({ 'ph-00002': 'helpful' })).toEqual([{ op: 'tag', id: 'ph-00002', helpful: 1, harmful: 0 }]);
    expect(await tagsOf(null)).toEqual([]);
    const [long] = (await tagsOf([{ id: 'x', tag: 'y'.repeat(9_000) }]))!;
    expect(JSON.stringify(long).length).toBeLessThan(300);
  });

  it('shows the attempt, and as much feedback as there is', async () => {
    const shown = async (experience: Experience) =>
      blocksOf((await reflected({ lessons: [] }, experience)).requests[0]!);
    const full = await shown(wrongAttempt('tides', ['ph-00002']));
    expect(full.question).toBe('What fits tides?');
    expect(full.attempt).toBe('Reasoning: it looked right\nAdvice used: ph-00002\nAnswer: wrong');
    expect(full.feedback).toBe('The attempt is wrong.\nIt does not fit.\nRight answer: the answer to tides');
    const feedback = { correct: true, score: null, failedChecks: null, reference: null };
    expect((await shown({ ...wrongAttempt('tides'), feedback })).feedback).toBe('The attempt is right.');
    expect((await shown({ ...wrongAttempt('tides'), feedback: null })).feedback).toBeUndefined();
    const failed = {
      ...wrongAttempt('tides'),
      failure: 'length' as const,
      reasoning: '',
      steps: [
        { speaker: 'generator', text: 'list', cited: [] },
        { speaker: 'environment', text: '3 files', cited: [] },
      ] as const,
    };
    expect((await shown(failed)).attempt).toBe('generator: list\nenvironment: 3 files\nNo answer: length');
  });
});
