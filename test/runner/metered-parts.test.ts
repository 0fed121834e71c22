import { describe, expect, it } from 'vitest';
import type { Experience } from '../../harness/core/experience.ts';
import { InfraError } from '../../harness/core/failure.ts';
import { emptyAttempt } from '../../harness/core/suite.ts';
import {
  ask,
  attemptSum,
  endIn,
  itemsOf,
  notesMethod,
  partsOf,
  recordsOf,
  specOf,
  sumsLlm,
  sumsSuite,
  trialsIn,
  watchingMethod,
} from './sums.ts';

const short = specOf({ batchSize: 50 });

/** Shows each task the note nearest to it, found by embedding: all but one line of its context is retrieved. */
const retrieval = notesMethod({
  name: 'retrieval',
  render: async ({ lines }, question, tools) => {
    const stable = lines[0]!;
    if (question === null) return { stable, perTask: '', ids: null };
    await tools.embedder.embed([question.text]);
    tools.compared(lines.length);
    return { stable, perTask: `hint ${question.text} know ${question.text[0]}`, ids: new Set(['n-1']) };
  },
});

describe('run() of a method that retrieves', () => {
  it('shows each task its own part, and meters it as inference of that task', async () => {
    const trials = trialsIn(await recordsOf(short, partsOf({ method: retrieval })));
    expect(trials.every(({ score }) => score === 1)).toBe(true);
    for (const { perTaskTokens } of trials) expect(perTaskTokens).toBe(6);
    const val = trials.filter(({ phase, round }) => phase === 'val' && round === 0);
    expect(val.map(({ inference }) => inference)).toEqual(
      Array(4).fill({ embedded: 1, embeddedTokens: 3, compared: 1 }),
    );
    // What the run has embedded before is not counted twice, but compared it is.
    const test = trials.filter(({ phase }) => phase === 'test');
    expect(test.some(({ inference }) => inference?.embedded === 0 && inference.compared > 0)).toBe(true);
  });

  it('knows cited ids by what that task was shown', async () => {
    const [trial] = trialsIn(await recordsOf(short, partsOf({ method: retrieval })));
    expect([trial!.cited, trial!.citedUnknown]).toEqual([['n-1'], ['n-99']]);
  });

  it('tests once what never changes, although every task reads a part of its own', async () => {
    const fixed = partsOf({ method: { ...retrieval, learns: false } });
    const trials = trialsIn(await recordsOf(short, fixed)).filter(({ phase }) => phase === 'test');
    expect(trials.map(({ which }) => which)).toEqual(Array(5).fill('final'));
  });

  it('tests the best on val beside the final one although their shared text is the same', async () => {
    const forgetful = notesMethod({
      render: async ({ lines }, question) => ({
        stable: 'Add.',
        perTask: question === null ? '' : (lines[1] ?? ''),
        ids: null,
      }),
      adapt: async (_context, _experience, { at }) => {
        const context = { lines: ['Add.', at.round === 1 ? 'know 1 know 2 know 3 know 4' : 'nothing'] };
        return { context, events: [{ kind: 'rewrite', context }] };
      },
    });
    const records = await recordsOf(specOf({ probeEvery: 1 }), partsOf({ method: forgetful }));
    expect(endIn(records)).toMatchObject({ bestRound: 1, bestIsFinal: false });
  });

  it('makes failed attempts of tasks that it cannot render for, by the method', async () => {
    const throwing = notesMethod({
      render: async (_context, question) => {
        if (question?.text === '0 + 0') throw new Error('no hint');
        return { stable: 'Add.', perTask: '', ids: null };
      },
    });
    const trials = trialsIn(await recordsOf(short, partsOf({ method: throwing })));
    const failures = trials.flatMap(({ failure }) => failure ?? []);
    expect(failures).not.toEqual([]);
    for (const failure of failures) expect(failure).toEqual({ kind: 'threw', message: 'no hint', role: 'method' });
  });
});

describe('run() of a suite with a judge', () => {
  const judged = sumsSuite({
    grader: 'judge',
    grade: async (task, attempt, tools) => {
      await ask(tools, 'judge', ['Is it right?', attempt.answer, '']);
      const right = Number(attempt.answer === task.gold);
      return {
        score: right,
        checks: { passed: right, total: 1 },
        profiles: { exact: right },
        failedChecks: [],
        reference: String(task.gold),
      };
    },
  });

  it('keeps what judging cost apart from what the attempt cost', async () => {
    const trials = trialsIn(await recordsOf(short, partsOf({ suite: judged })));
    for (const { usage, gradeUsage } of trials) {
      expect(usage).toMatchObject({ generator: { calls: 1 } });
      expect(Object.keys(usage)).toEqual(['generator']);
      expect(gradeUsage).toMatchObject({ judge: { calls: 1, outputTokens: 1 } });
    }
  });

  it('names each judging by a call of its own, under the task', async () => {
    const ids: string[] = [];
    const llm = sumsLlm(({ callId }) => {
      ids.push(callId);
      return {};
    });
    await recordsOf(short, partsOf({ suite: judged, llm }));
    const judgings = ids.filter((id) => id.endsWith('/judge'));
    expect(judgings.length).toBeGreaterThan(10);
    expect(new Set(judgings).size).toBe(judgings.length);
  });

  it('has failed an attempt whose judge could not be reached, and the run is incomplete', async () => {
    const llm = sumsLlm(({ role }) => {
      if (role === 'judge') throw new InfraError('timeout', 'late');
      return {};
    });
    const records = await recordsOf(short, partsOf({ suite: judged, llm }));
    expect(trialsIn(records)[0]).toMatchObject({ score: 0, failure: { kind: 'timeout' } });
    expect(endIn(records)).toMatchObject({ status: 'incomplete' });
  });
});

describe('run() of a suite with a sandbox', () => {
  it('times grading apart, beside the records', async () => {
    let now = 0;
    const suite = sumsSuite({
      grader: 'sandbox',
      grade: async (task, attempt, tools) => {
        now += 7;
        return sumsSuite().grade(task, attempt, tools);
      },
    });
    const items = await itemsOf(short, partsOf({ suite, clock: () => now, llm: sumsLlm(undefined, 0) }));
    const times = items.flatMap((item) => (item.kind === 'aside' && item.aside.kind === 'time' ? [item.aside] : []));
    expect(times.some(({ sandboxMs }) => sandboxMs !== null && sandboxMs >= 7)).toBe(true);
    const pure = await itemsOf(short, partsOf());
    for (const item of pure)
      if (item.kind === 'aside' && item.aside.kind === 'time') expect(item.aside.sandboxMs).toBeNull();
  });
});

describe('tools.trial()', () => {
  it('tries a context on train tasks, with feedback, as rollouts that are never scored', async () => {
    const tried: (readonly Experience[])[] = [];
    const searching = notesMethod({
      adapt: async (context, experience, tools) => {
        const ids = ['train-6', 'train-3', 'train-3'];
        tried.push(await tools.trial({ lines: ['Add.', 'know 1', 'know 3'] }, ids));
        await tools.reattempt(experience[0]!.question.id, { stable: 'Add.', perTask: '', ids: null }, 'know it');
        return { context, events: [] };
      },
    });
    const records = await recordsOf(short, partsOf({ method: searching }));
    expect(tried[0]!.map(({ question, feedback }) => [question.id, feedback?.correct, feedback?.score])).toEqual([
      ['train-6', true, 1],
      ['train-3', true, 1],
      ['train-3', true, 1],
    ]);
    expect(records.filter(({ kind }) => kind === 'adaptation')).toMatchObject([
      { rollouts: 4, usage: { generator: { calls: 4 } } },
    ]);
    expect(trialsIn(records).filter(({ phase }) => phase === 'train')).toHaveLength(7);
  });

  it('refuses tasks that nothing may be learnt from: of other splits, and of an online run those to come', async () => {
    const refusals: string[] = [];
    const asking = (id: string) =>
      watchingMethod(async (_experience, tools) => {
        await tools.trial({ lines: ['Add.'] }, [id]).catch((error: Error) => refusals.push(error.message));
      });
    await recordsOf(short, partsOf({ method: asking('test-0') }));
    expect(refusals).toEqual(['Cannot try a context on test-0: expected a task to learn from']);
    const online = { ...short, protocol: { kind: 'online', window: 1, feedback: 'gold' } as const };
    const order = trialsIn(await recordsOf(online, partsOf())).map(({ task }) => task);
    refusals.length = 0;
    await recordsOf(online, partsOf({ method: asking(order[2]!) }));
    expect(refusals).toHaveLength(2);
  });
});

describe('tools.refining()', () => {
  it('costs the refine whichever role is asked, and leaves growth its own', async () => {
    const asking = notesMethod({
      adapt: async (context, _experience, tools) => {
        await ask(tools, 'merger', ['', '', '1 + 1']);
        await tools.embedder.embed(['outside']);
        await tools.refining(async (scoped) => {
          await ask({ ...scoped, at: { ...scoped.at, task: 'inside' } }, 'curator', ['', '', '1 + 1']);
          await scoped.embedder.embed(['outside', 'inside']);
          scoped.compared(3);
        });
        return { context, events: [] };
      },
    });
    const records = await recordsOf(short, partsOf({ method: asking }));
    const [adaptation] = records.filter((record) => record.kind === 'adaptation');
    const [refine] = records.filter((record) => record.kind === 'refine');
    expect(Object.keys(adaptation!.usage)).toEqual(['merger']);
    expect(adaptation!.embedding).toEqual({ embedded: 1, embeddedTokens: 1, compared: 0 });
    expect(Object.keys(refine!.usage)).toEqual(['curator']);
    expect(refine).toMatchObject({ embedded: 1, embeddedTokens: 1, compared: 3 });
  });
});

describe('steps', () => {
  it('are told to a method with the ids that its context held, and cited with the answer', async () => {
    const suite = sumsSuite({
      attempt: async (question, context, tools) => ({
        ...(await attemptSum(question, context, tools)),
        cited: [],
        steps: [
          { speaker: 'generator', text: 'look', cited: ['n-0', 'n-77'] },
          { speaker: 'environment', text: 'a door', cited: [] },
        ],
      }),
    });
    const seen: Experience[] = [];
    const method = watchingMethod((experience) => void seen.push(...experience));
    const [trial] = trialsIn(await recordsOf(short, partsOf({ suite, method })));
    expect([trial!.cited, trial!.citedUnknown]).toEqual([['n-0'], ['n-77']]);
    expect(seen[0]).toMatchObject({ cited: ['n-0'], steps: [{ text: 'look', cited: ['n-0'] }, { text: 'a door' }] });
    expect(emptyAttempt.steps).toEqual([]);
  });
});
