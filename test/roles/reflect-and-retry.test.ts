import { describe, expect, it } from 'vitest';
import { parseBlocks } from '../../harness/core/blocks.ts';
import type { Experience } from '../../harness/core/experience.ts';
import { createRng } from '../../harness/core/rng.ts';
import type { Tools } from '../../harness/core/tools.ts';
import { curate } from '../../harness/roles/curate.ts';
import { reflectAndRetry, reflectBatch } from '../../harness/roles/reflect-and-retry.ts';
import { toolsWith, wrongAttempt } from '../contracts/adaptation-deps.ts';
import { blocksOf, type Script, scriptedLlm } from '../contracts/scripted-llm.ts';

const playbook = { stable: '## RULES', perTask: '', ids: new Set(['ph-00002']) };

/** States the number of the attempt as its lesson, and tags one bullet each time. */
const counting: Script = {
  reflector: ({ attempt }) =>
    JSON.stringify({
      reasoning: `Because of ${attempt!.split(': ').at(-1)}.`,
      lessons: [`Lesson of ${attempt!.split(': ').at(-1)}.`],
      bullet_tags: [{ id: 'ph-00002', tag: 'harmful' }],
    }),
};

/** An attempt that is right from the nth retry on. */
function deps(script: Script, rightAtRetry: number) {
  const { llm, requests } = scriptedLlm(script);
  const reflections: string[] = [];
  const reattempt: Tools['reattempt'] = async (questionId, _context, reflection) => {
    reflections.push(reflection);
    const retry = reflections.length;
    const wrong = wrongAttempt(questionId);
    return { ...wrong, answer: `try ${retry}`, feedback: { ...wrong.feedback!, correct: retry >= rightAtRetry } };
  };
  return { tools: toolsWith({ llm, countTokens: (text) => text.length, reattempt }), requests, reflections };
}

describe('reflectAndRetry()', () => {
  it.each([1, 2, 3])('reflects %i times on what stays wrong, and tries again in between', async (rounds) => {
    const { tools, requests, reflections } = deps(counting, 99);
    const reflected = await reflectAndRetry(tools, wrongAttempt('tides'), playbook, rounds);
    expect(requests).toHaveLength(rounds);
    expect(reflections).toHaveLength(rounds - 1);
    const last = rounds === 1 ? 'wrong' : `try ${rounds - 1}`;
    expect(reflected.lessons).toEqual([`Lesson of ${last}.`]);
    expect(reflected.tags).toHaveLength(rounds);
    expect(reflected.events).toEqual([{ kind: 'lessons', task: 'tides', lessons: [`Lesson of ${last}.`], rounds }]);
  });

  it('stops once a retry is right, with the lessons that made it right', async () => {
    const { tools, requests, reflections } = deps(counting, 1);
    const reflected = await reflectAndRetry(tools, wrongAttempt('tides'), playbook, 3);
    expect(requests).toHaveLength(1);
    expect(reflections).toEqual(['Because of wrong.\nLesson of wrong.']);
    expect(reflected.lessons).toEqual(['Lesson of wrong.']);
    expect(reflected.events.at(-1)).toMatchObject({ kind: 'lessons', rounds: 1 });
    const later = deps(counting, 2);
    const twice = await reflectAndRetry(later.tools, wrongAttempt('tides'), playbook, 3);
    expect([later.requests.length, later.reflections.length, twice.lessons]).toEqual([2, 2, ['Lesson of try 1.']]);
  });

  it('reflects once and never tries again on an attempt that is right, or of which nothing is known', async () => {
    const right = { ...wrongAttempt('tides').feedback!, correct: true };
    for (const feedback of [right, null]) {
      const { tools, requests, reflections } = deps(counting, 99);
      const reflected = await reflectAndRetry(tools, { ...wrongAttempt('tides'), feedback }, playbook, 3);
      expect([requests.length, reflections.length]).toEqual([1, 0]);
      expect(reflected.events.at(-1)).toMatchObject({ kind: 'lessons', rounds: 1 });
    }
  });

  it('records a reflection that failed, and keeps what was learnt before it', async () => {
    const { tools } = deps({ reflector: () => 'Well.' }, 99);
    const nothing = await reflectAndRetry(tools, wrongAttempt('tides'), playbook, 3);
    expect(nothing).toMatchObject({ lessons: [], tags: [] });
    expect(nothing.events).toMatchObject([
      { kind: 'failed', role: 'reflector', task: 'tides', failure: { kind: 'malformed' } },
      { kind: 'lessons', lessons: [], rounds: 1 },
    ]);
    const halfway: Script = {
      reflector: (blocks, request) => (/try 1/.test(blocks.attempt!) ? '' : counting.reflector!(blocks, request)),
    };
    const kept = await reflectAndRetry(deps(halfway, 99).tools, wrongAttempt('tides'), playbook, 3);
    expect(kept.lessons).toEqual(['Lesson of wrong.']);
    expect(kept.events).toMatchObject([
      { kind: 'failed', failure: { kind: 'empty' } },
      { kind: 'lessons', rounds: 2 },
    ]);
  });
});

describe('reflectBatch()', () => {
  const batch: readonly Experience[] = ['tides', 'winds', 'rocks'].map((id) => ({ ...wrongAttempt(id), answer: id }));

  it('gives lessons in the order of tasks, in whatever order replies arrive', async () => {
    const expected = ['Lesson of tides.', 'Lesson of winds.', 'Lesson of rocks.'];
    for (const arrival of ['a', 'b', 'c']) {
      const { llm } = scriptedLlm(counting, arrival);
      const tools = toolsWith({ llm, countTokens: (text) => text.length });
      const { lessons, events } = await reflectBatch(tools, batch, playbook, 1);
      expect(lessons).toEqual(expected);
      expect(events.map((event) => event.kind === 'lessons' && event.task)).toEqual(['tides', 'winds', 'rocks']);
    }
  });

  it('names no two calls of one adaptation alike, re-asks and curators included', async () => {
    const { llm, requests } = scriptedLlm({
      reflector: (blocks, request) =>
        request.callId.endsWith('/0/0') ? 'Well.' : counting.reflector!(blocks, request),
      curator: ({ lessons }) => (createRng(lessons!).next() < 0.5 ? 'Well.' : '{"operations": []}'),
    });
    const tools = toolsWith({ llm, countTokens: (text) => text.length });
    await reflectBatch(tools, batch, playbook, 3);
    for (const one of batch)
      await curate({ ...tools, at: { ...tools.at, task: one.question.id } }, playbook, [one.question.id], {
        usedTokens: 0,
        budgetTokens: 1,
      });
    expect(requests.length).toBeGreaterThanOrEqual(3 * 3 * 2 + 3);
    expect(new Set(requests.map(({ callId }) => callId)).size).toBe(requests.length);
  });

  it('shows every reflector the same context', async () => {
    const { llm, requests } = scriptedLlm(counting);
    await reflectBatch(toolsWith({ llm, countTokens: (text) => text.length }), batch, playbook, 1);
    expect(new Set(requests.map((request) => blocksOf(request).context))).toEqual(new Set(['## RULES']));
    expect(parseBlocks(requests[0]!.parts[1]!.text)).toEqual({ context: '## RULES' });
  });
});
