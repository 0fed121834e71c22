import { describe, expect, it } from 'vitest';
import type { Experience } from '../../harness/core/experience.ts';
import type { RunItem } from '../../harness/core/records.ts';
import type { RunSpec } from '../../harness/core/spec.ts';
import {
  endIn,
  itemsOf,
  notesMethod,
  partsOf,
  recordsIn,
  recordsOf,
  roundsIn,
  specOf,
  sumsLlm,
  sumsSuite,
  sumTasks,
  thawed,
  trialsIn,
  watchingMethod,
} from './sums.ts';

const fixed = () => notesMethod({ learns: false, adapt: () => Promise.reject(new Error('adapted')) });
const onlineSpec = (window: number, feedback: 'gold' | 'none' = 'gold'): RunSpec => ({
  ...specOf(),
  protocol: { kind: 'online', window, feedback },
});
const evaluateSpec: RunSpec = { ...specOf(), protocol: { kind: 'evaluate', contextHash: null } };

async function goesOnFromEveryCheckpoint(spec: RunSpec, parts = partsOf()): Promise<readonly RunItem[]> {
  const whole = await itemsOf(spec, parts);
  for (const [at, item] of whole.entries()) {
    if (item.kind !== 'checkpoint') continue;
    const rest = await itemsOf(spec, parts, thawed(item.checkpoint));
    expect([...whole.slice(0, at + 1), ...rest]).toEqual(whole);
  }
  return whole;
}

describe('run() of a method that does not learn', () => {
  it('attempts no train task, adapts never, probes once and tests once', async () => {
    const records = await recordsOf(specOf({ epochs: 3, probeEvery: 1 }), partsOf({ method: fixed() }));
    const attempted = trialsIn(records).map(({ phase, which }) => `${phase} ${which}`);
    expect(new Set(attempted)).toEqual(new Set(['val current', 'test final']));
    expect(attempted).toHaveLength(4 + 5);
    expect(roundsIn(records).map(({ round, valScore, valRound }) => [round, valScore, valRound])).toEqual([
      [0, 0.25, 0],
    ]);
    expect(endIn(records)).toMatchObject({ status: 'complete', rounds: 0, bestRound: 0, bestIsFinal: true });
  });

  it('probes again once the suite has changed, and is tested by what is right then', async () => {
    const before = sumsSuite();
    const after = sumsSuite({ grade: (task, attempt, tools) => before.grade({ ...task, gold: '0' }, attempt, tools) });
    const suite = sumsSuite({ at: (round) => (round < 2 ? before : after) });
    const spec = specOf({ epochs: 1, batchSize: 1, probeEvery: 1 });
    const records = recordsIn(await goesOnFromEveryCheckpoint(spec, partsOf({ suite, method: fixed() })));
    // It answers 0 whatever is asked.
    expect(roundsIn(records).map(({ round, valScore }) => [round, valScore])).toEqual([
      [0, 0.25],
      [2, 1],
    ]);
    const tested = trialsIn(records).filter(({ phase }) => phase === 'test');
    expect(tested.map(({ score, round }) => [score, round])).toEqual(Array(5).fill([1, 2]));
    expect(endIn(records)).toMatchObject({ bestRound: 2, bestIsFinal: true });
  });
});

describe('run() does not probe a context twice', () => {
  it('where an adaptation left it as it was: the last score stands, and its round is told', async () => {
    const records = await recordsOf(specOf({ probeEvery: 1 }), partsOf({ method: watchingMethod(() => {}) }));
    expect(trialsIn(records).filter(({ phase }) => phase === 'val')).toHaveLength(4);
    expect(roundsIn(records).map(({ valScore, valRound }) => [valScore, valRound])).toEqual(Array(5).fill([0.25, 0]));
  });

  it('and probes what changed, though its text did not', async () => {
    const counting = notesMethod({
      render: async () => ({ stable: 'Add.', perTask: '', ids: null }),
      adapt: async ({ lines }) => {
        const context = { lines: [...lines, 'more'] };
        return { context, events: [{ kind: 'rewrite', context }] };
      },
    });
    const records = await recordsOf(specOf({ probeEvery: 1 }), partsOf({ method: counting }));
    expect(trialsIn(records).filter(({ phase }) => phase === 'val')).toHaveLength(5 * 4);
  });
});

describe('run() online', () => {
  it.each([1, 2, 50])('attempts each test task once, in windows of %i, and learns from each window', async (window) => {
    const seen: (readonly Experience[])[] = [];
    const method = notesMethod({
      adapt: async (context, experience) => {
        seen.push(experience);
        return { context, events: [] };
      },
    });
    const records = await recordsOf(onlineSpec(window), partsOf({ method }));
    const trials = trialsIn(records);
    expect(new Set(trials.map(({ phase }) => phase))).toEqual(new Set(['online']));
    expect(trials.map(({ task }) => task).sort()).toEqual(sumTasks('test', 5).map(({ id }) => id));
    expect(seen.map((batch) => batch.map(({ question }) => question.id))).toEqual(
      [...new Set(trials.map(({ round }) => round))].map((at) =>
        trials.filter(({ round }) => round === at).map(({ task }) => task),
      ),
    );
    expect(roundsIn(records).map(({ round }) => round)).toEqual([0, ...seen.keys()].map((_, index) => index));
    expect(endIn(records)).toMatchObject({ status: 'complete', rounds: seen.length, bestRound: null });
  });

  it('scores an attempt before it learns from it: what a window teaches shows in the next', async () => {
    const tasks = { train: [], val: [], test: ['3 + 1', '3 + 2', '3 + 4'].map((text, index) => taskOf(text, index)) };
    const trials = trialsIn(await recordsOf(onlineSpec(1), partsOf({ tasks })));
    expect(trials.map(({ score }) => score)).toEqual([0, 1, 1]);
  });

  it('yields the same items from every checkpoint, whatever the order of replies', async () => {
    const whole = await goesOnFromEveryCheckpoint(onlineSpec(2));
    expect(await itemsOf(onlineSpec(2), partsOf({ llm: sumsLlm(undefined, 0) }))).toEqual(whole);
  });

  it('takes the tasks in an order that the seed draws', async () => {
    const orderOf = async (seed: number) =>
      trialsIn(await recordsOf({ ...onlineSpec(1), seed }, partsOf())).map(({ task }) => task);
    expect(await orderOf(1)).toEqual(await orderOf(1));
    expect(await orderOf(2)).not.toEqual(await orderOf(1));
  });

  it('names calls by its phase, and tells a method no more than the level of feedback', async () => {
    const ids: string[] = [];
    const llm = sumsLlm(({ callId }) => {
      ids.push(callId);
      return {};
    });
    const feedback: unknown[] = [];
    const method = watchingMethod((experience, { at }) => {
      feedback.push(at.phase, ...experience.map((one) => one.feedback));
    });
    await recordsOf(onlineSpec(5, 'none'), partsOf({ llm, method }));
    expect(ids.every((id) => id.startsWith('online/1/1/'))).toBe(true);
    expect(feedback).toEqual(['online', null, null, null, null, null]);
  });

  it('of a method that does not learn attempts all and adapts never', async () => {
    const records = await recordsOf(onlineSpec(1), partsOf({ method: fixed() }));
    expect(trialsIn(records)).toHaveLength(5);
    expect(records.some(({ kind }) => kind === 'adaptation')).toBe(false);
  });
});

describe('run() of an evaluation', () => {
  it('tests the context that it is given, and nothing else', async () => {
    const start = { lines: ['Add.', 'know 1', 'know 2', 'know 3', 'know 4'] };
    const records = recordsIn(await goesOnFromEveryCheckpoint(evaluateSpec, partsOf({ start })));
    expect(trialsIn(records).map(({ phase, which, score }) => [phase, which, score])).toEqual(
      Array(5).fill(['test', 'final', 1]),
    );
    expect(roundsIn(records)).toHaveLength(1);
    expect(roundsIn(records)[0]).toMatchObject({ round: 0, coverage: 0.8, valScore: null });
    expect(endIn(records)).toMatchObject({ status: 'complete', rounds: 0, bestRound: null });
  });
});

function taskOf(text: string, index: number) {
  const [a, b] = text.split(' + ').map(Number) as [number, number];
  return { id: `t-${index}`, scenario: `s-${index}`, text, gold: String(a + b) };
}
