import { describe, expect, it } from 'vitest';
import { InfraError } from '../../harness/core/failure.ts';
import type { LlmRequest } from '../../harness/core/llm.ts';
import type { FeedbackLevel, OfflineProtocol } from '../../harness/core/spec.ts';
import type { Checkpoint, RunItem } from '../../harness/core/records.ts';
import { unknownUsage } from '../../harness/core/usage.ts';
import { usageWith } from '../contracts/llm-parts.ts';
import { run } from '../../harness/runner/run.ts';
import {
  ask,
  attemptSum,
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

const protocols: readonly (readonly [name: string, protocol: Partial<OfflineProtocol>])[] = [
  ['batches of two', {}],
  ['one task a batch', { batchSize: 1 }],
  ['a batch larger than the split', { batchSize: 50 }],
  ['several epochs', { epochs: 3, batchSize: 3 }],
  ['a probe less often than there are rounds', { epochs: 2, probeEvery: 1000 }],
  ['no feedback', { feedback: 'none', epochs: 2 }],
];

function checkpointsIn(items: readonly RunItem[]): readonly (readonly [at: number, checkpoint: Checkpoint])[] {
  return items.flatMap((item, at) => (item.kind === 'checkpoint' ? [[at, item.checkpoint] as const] : []));
}

describe('run() yields the same items', () => {
  it.each(protocols)('from every one of its checkpoints: %s', async (_name, protocol) => {
    const spec = specOf(protocol);
    const whole = await itemsOf(spec, partsOf());
    const checkpoints = checkpointsIn(whole);
    expect(checkpoints.length).toBe(roundsIn(recordsIn(whole)).length);
    for (const [at, checkpoint] of checkpoints) {
      const rest = await itemsOf(spec, partsOf(), thawed(checkpoint));
      expect([...whole.slice(0, at + 1), ...rest]).toEqual(whole);
    }
  });

  it('whatever the order in which replies arrive', async () => {
    const spec = specOf({ epochs: 2, batchSize: 5 });
    const inOrder = await recordsOf(spec, partsOf({ llm: sumsLlm(undefined, 0) }));
    expect(await recordsOf(spec, partsOf({ llm: sumsLlm(undefined, 7) }))).toEqual(inOrder);
  });

  it('after an interrupt at any item, from the last checkpoint before it', async () => {
    const spec = specOf();
    const whole = await itemsOf(spec, partsOf());
    for (let stopAt = 1; stopAt < whole.length; stopAt += 3) {
      const interrupt = new AbortController();
      const cut: RunItem[] = [];
      for await (const item of run(spec, partsOf({ signal: interrupt.signal }))) {
        cut.push(item);
        if (cut.length === stopAt) interrupt.abort();
      }
      if (stopAt < whole.length - 1) expect(endIn(recordsIn(cut)), `stopped at ${stopAt}`).toBeUndefined();
      expect(cut).toEqual(whole.slice(0, cut.length));
      const [at, checkpoint] = checkpointsIn(cut).at(-1) ?? [-1, null];
      const rest = await itemsOf(spec, partsOf(), checkpoint === null ? null : thawed(checkpoint));
      expect([...cut.slice(0, at + 1), ...rest]).toEqual(whole);
    }
  });
});

describe('run() when interrupted', () => {
  it('in an adaptation records nothing of it, whether it then fails or ends', async () => {
    for (const fails of [true, false]) {
      const interrupt = new AbortController();
      const method = notesMethod({
        adapt: async (context) => {
          interrupt.abort();
          if (fails) throw new Error('aborted');
          return { context, events: [] };
        },
      });
      const records = await recordsOf(specOf(), partsOf({ method, signal: interrupt.signal }));
      expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(['trial', 'round']));
      expect(records.at(-1)).toMatchObject({ kind: 'trial', phase: 'train', round: 1 });
    }
  });

  it('before it began asks the model nothing', async () => {
    let calls = 0;
    const llm = sumsLlm(() => {
      calls++;
      return {};
    });
    expect(await itemsOf(specOf(), partsOf({ llm, signal: AbortSignal.abort() }))).toEqual([]);
    expect(calls).toBe(0);
  });
});

describe('run()', () => {
  it('numbers records without a gap and ends with a count of trials', async () => {
    const records = await recordsOf(specOf(), partsOf());
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index));
    expect(records.at(-1)).toMatchObject({
      kind: 'end',
      status: 'complete',
      rounds: 4,
      trials: trialsIn(records).length,
    });
  });

  it('attempts every task of a split, in order, and every training task once an epoch', async () => {
    const trials = trialsIn(await recordsOf(specOf({ epochs: 2 }), partsOf()));
    const test = trials.filter(({ phase, which }) => phase === 'test' && which === 'final');
    expect(test.map(({ task }) => task)).toEqual(sumTasks('test', 5).map(({ id }) => id));
    for (const epoch of [1, 2]) {
      const trained = trials.filter((trial) => trial.phase === 'train' && trial.epoch === epoch);
      expect(trained.map(({ task }) => task).sort()).toEqual(sumTasks('train', 7).map(({ id }) => id));
    }
  });

  it('probes val before any experience, and at least once an epoch however rare probes are', async () => {
    const rounds = roundsIn(await recordsOf(specOf({ epochs: 3, batchSize: 2, probeEvery: 1000 }), partsOf()));
    expect(rounds.filter(({ valScore }) => valScore !== null).map(({ round }) => round)).toEqual([0, 4, 8, 12]);
  });

  it('learns from its training tasks: the sums that it noted are right afterwards', async () => {
    const rounds = roundsIn(await recordsOf(specOf({ epochs: 2, batchSize: 1, probeEvery: 1 }), partsOf()));
    // One of the four val sums is 0 + 0, which even a model that knows nothing gets right.
    expect(rounds[0]).toMatchObject({ valScore: 0.25, coverage: 0 });
    expect(rounds.at(-1)).toMatchObject({ valScore: 1, coverage: 1, retention: 1 });
  });

  it('never shows a method or a suite the gold of a question', async () => {
    const shown: object[] = [];
    const suite = sumsSuite({
      attempt: async (question, context, tools) => {
        shown.push(question);
        return attemptSum(question, context, tools);
      },
    });
    const method = watchingMethod((experience) => void shown.push(...experience.map(({ question }) => question)));
    await recordsOf(specOf(), partsOf({ suite, method }));
    expect(shown.length).toBeGreaterThan(20);
    for (const question of shown) expect(Object.keys(question).sort()).toEqual(['id', 'scenario', 'text']);
  });

  it('draws task order from the seed, and decoding with one seed a run', async () => {
    const seeds = new Set<number | null>();
    const llm = sumsLlm((request) => {
      seeds.add(request.seed);
      return {};
    });
    const orderOf = async (seed: number) =>
      trialsIn(await recordsOf(specOf({}, seed), partsOf({ llm })))
        .filter(({ phase }) => phase === 'train')
        .map(({ task }) => task);
    expect(await orderOf(1)).toEqual(await orderOf(1));
    expect(seeds.size).toBe(1);
    expect(await orderOf(2)).not.toEqual(await orderOf(1));
    expect(seeds.size).toBe(2);
  });
});

describe('run() counts failures of the model', () => {
  it('as 0, in n, with their kind; the run is whole', async () => {
    const cut = (request: LlmRequest) => /\/val-0\/generator|\/test-1\/generator/.test(request.callId);
    const llm = sumsLlm((request) => (cut(request) ? { finish: 'length' } : {}));
    const records = await recordsOf(specOf(), partsOf({ llm }));
    const failed = trialsIn(records).filter(({ failure }) => failure !== null);
    expect(new Set(failed.map(({ task }) => task))).toEqual(new Set(['val-0', 'test-1']));
    for (const { score, failure } of failed) expect([score, failure?.kind]).toEqual([0, 'length']);
    // val-0 is 0 + 0: right without any knowledge, were it not for its failure.
    expect(roundsIn(records)[0]?.valScore).toBe(0);
    expect(endIn(records)).toMatchObject({ status: 'complete', trials: trialsIn(records).length });
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('no such page'))],
    [
      'throws at once',
      () => {
        throw new Error('no such page');
      },
    ],
  ])('where the suite %s, as trials that threw', async (_how, fail) => {
    const suite = sumsSuite({
      attempt: (question, context, tools) =>
        question.id === 'train-3' || question.id === 'test-2' ? fail() : attemptSum(question, context, tools),
    });
    const records = await recordsOf(specOf(), partsOf({ suite }));
    const failed = trialsIn(records).filter(({ failure }) => failure !== null);
    expect(failed.map(({ task }) => task)).toContain('train-3');
    for (const { failure } of failed)
      expect(failure).toEqual({ kind: 'threw', message: 'no such page', role: 'suite' });
    expect(endIn(records)?.status).toBe('complete');
  });

  it('where grading throws, as trials that threw', async () => {
    const suite = sumsSuite({
      grade: () => {
        throw new Error('no grade');
      },
    });
    const records = await recordsOf(specOf(), partsOf({ suite }));
    expect(trialsIn(records).every(({ score, failure }) => score === 0 && failure?.kind === 'threw')).toBe(true);
    expect(endIn(records)?.status).toBe('complete');
  });
});

describe('run() after a failure of the infrastructure', () => {
  const outage = (pattern: RegExp) =>
    sumsLlm((request) => {
      if (pattern.test(request.callId)) throw new InfraError('network', 'no route');
      return {};
    });

  it.each([
    ['in a probe before any experience', /^val\/0\//, 0],
    ['in a training attempt', /^train\/3\/1\/train-\d\/generator/, 3],
    ['in an adaptation', /^train\/2\/1\/adapt\/reflector/, 2],
    ['in a later probe', /^val\/4\//, 4],
    ['in the test', /^test\//, 5],
  ])('%s is incomplete, makes no checkpoint any more, and goes on from before it', async (_where, pattern, kept) => {
    const spec = specOf();
    const whole = await itemsOf(spec, partsOf());
    const hurt = await itemsOf(spec, partsOf({ llm: outage(pattern) }));
    expect(endIn(recordsIn(hurt))?.status).toBe('incomplete');
    const checkpoints = checkpointsIn(hurt);
    expect(checkpoints.length).toBe(kept);
    const [at, checkpoint] = checkpoints.at(-1) ?? [-1, null];
    expect([...hurt.slice(0, at + 1), ...(await itemsOf(spec, partsOf(), thawed(checkpoint)))]).toEqual(whole);
  });

  it('in a reattempt is incomplete too, though no trial records it', async () => {
    const method = watchingMethod(async ([one], tools) => {
      await tools.reattempt(one!.question.id, { stable: 'Add.', perTask: '', ids: null }, 'know 1');
    });
    const items = await itemsOf(specOf(), partsOf({ method, llm: outage(/again-1/) }));
    expect(endIn(recordsIn(items))?.status).toBe('incomplete');
    expect(checkpointsIn(items).length).toBe(1);
  });
});

describe('run() when an adaptation', () => {
  it.each([
    ['rejects', () => Promise.reject(new Error('lost its way'))],
    [
      'throws at once',
      () => {
        throw new Error('lost its way');
      },
    ],
  ])('%s keeps the context and records why', async (_how, adapt) => {
    const records = await recordsOf(specOf({ batchSize: 50 }), partsOf({ method: notesMethod({ adapt }) }));
    const [before, after] = roundsIn(records);
    expect(after?.contextHash).toBe(before?.contextHash);
    expect(records.find(({ kind }) => kind === 'adaptation')).toMatchObject({
      events: [{ kind: 'failed', role: 'method', failure: { kind: 'threw', message: 'lost its way' } }],
    });
    expect(endIn(records)?.status).toBe('complete');
  });
});

describe('run() costs', () => {
  it('a reattempt as adaptation, and never scores it', async () => {
    const answers: string[] = [];
    const method = watchingMethod(async (experience, tools) => {
      const wrong = experience.filter(({ feedback }) => feedback?.correct === false);
      for (const { question } of wrong) {
        const context = { stable: 'Add.', perTask: '', ids: null };
        const again = await tools.reattempt(question.id, context, `know ${question.text[0]}`);
        answers.push(again.answer);
        expect(again.feedback).toMatchObject({ correct: true, reference: again.answer });
      }
    });
    const records = await recordsOf(specOf({ batchSize: 50 }), partsOf({ method }));
    expect(answers.length).toBeGreaterThan(2);
    expect(records.find(({ kind }) => kind === 'adaptation')).toMatchObject({
      usage: { generator: { calls: answers.length } },
    });
    const trained = trialsIn(records).filter(({ phase }) => phase === 'train');
    expect(trained.length).toBe(7);
    for (const { usage } of trained) expect(usage.generator?.calls).toBe(1);
  });

  it('each reattempt with random numbers of its own, whatever their order', async () => {
    const draws = async (turns: number) => {
      const drawn = new Map<string, number>();
      const suite = sumsSuite({
        attempt: async (question, context, tools) => {
          if (context.perTask !== '') {
            await ask(tools, 'generator', ['', '', question.text]);
            drawn.set(tools.at.task, tools.rng.next());
          }
          return attemptSum(question, context, tools);
        },
      });
      const method = watchingMethod(async (experience, tools) => {
        const context = { stable: 'Add.', perTask: '', ids: null };
        await Promise.all(experience.map(({ question }) => tools.reattempt(question.id, context, 'again')));
      });
      await recordsOf(specOf({ batchSize: 50 }), partsOf({ suite, method, llm: sumsLlm(undefined, turns) }));
      return [...drawn].sort();
    };
    const drawn = await draws(0);
    expect(new Set(drawn.map(([, value]) => value)).size).toBe(7);
    expect(await draws(7)).toEqual(drawn);
  });

  it('unknown where the provider does not say', async () => {
    const llm = sumsLlm(({ role }) => (role === 'generator' ? { usage: unknownUsage } : {}));
    const records = await recordsOf(specOf(), partsOf({ llm }));
    const unknown = usageWith({});
    for (const { usage } of trialsIn(records)) expect(usage).toEqual({ generator: unknown });
    expect(records.find(({ kind }) => kind === 'adaptation')).toMatchObject({
      usage: { reflector: { calls: 2, outputTokens: 2 } },
    });
  });

  it('embedding by texts new to the run, and comparisons, on the refine record', async () => {
    const records = await recordsOf(specOf({ epochs: 3, batchSize: 7, probeEvery: 9 }), partsOf());
    const refines = records.filter((record) => record.kind === 'refine');
    // Five digits occur; one line is noted a round, so the second round embeds only texts it has seen.
    expect(refines.map(({ embedded, embeddedTokens }) => [embedded, embeddedTokens])).toEqual([
      [5, 10],
      [0, 0],
      [0, 0],
    ]);
    expect(refines.map(({ compared }) => compared)).toEqual([5, 8, 9]);
  });
});

describe('run() chooses the best context on val', () => {
  it('as the earliest of equals', async () => {
    const records = await recordsOf(specOf({ epochs: 4, batchSize: 1, probeEvery: 1 }), partsOf());
    const scores = roundsIn(records).map(({ valScore }) => valScore!);
    const { bestRound } = endIn(records)!;
    expect(bestRound).toBe(scores.indexOf(Math.max(...scores)));
    expect(scores.filter((score) => score === Math.max(...scores)).length).toBeGreaterThan(1);
  });

  it('and does not test it twice where it is the final one', async () => {
    const records = await recordsOf(specOf(), partsOf({ method: watchingMethod(() => {}) }));
    expect(endIn(records)).toMatchObject({ bestRound: 0, bestIsFinal: true });
    expect(trialsIn(records).filter(({ phase }) => phase === 'test').length).toBe(5);
  });

  it('and tests it beside the final one where they differ', async () => {
    const forgetful = notesMethod({
      adapt: async ({ lines }, _experience, tools) => {
        const context =
          tools.at.round === 1 ? { lines: [...lines, 'know 1'] } : { lines: ['Add.', `${tools.at.round}`] };
        return { context, events: [{ kind: 'rewrite', context }] };
      },
    });
    const records = await recordsOf(specOf({ probeEvery: 1 }), partsOf({ method: forgetful }));
    expect(endIn(records)).toMatchObject({ bestRound: 1, bestIsFinal: false });
    const tested = trialsIn(records).filter(({ phase }) => phase === 'test');
    expect(tested.filter(({ which }) => which === 'best').map(({ round, score }) => [round, score])).toEqual(
      [1, 1, 0, 0, 0].map((score) => [1, score]),
    );
    expect(tested.filter(({ which }) => which === 'final').length).toBe(5);
    // What was held once and is gone is still asked for.
    expect(roundsIn(records)[2]).toMatchObject({ collapsed: true, compressed: false, coverage: 0, retention: 0 });
  });

  it('not at all without feedback: nothing may depend on what was right', async () => {
    const records = await recordsOf(specOf({ feedback: 'none', epochs: 2 }), partsOf());
    expect(endIn(records)).toMatchObject({ bestRound: null, bestIsFinal: false });
    expect(trialsIn(records).every(({ which }) => which !== 'best')).toBe(true);
  });
});

describe('run() shows a method exactly the level of feedback', () => {
  const seenAt = async (feedback: FeedbackLevel) => {
    const seen: { readonly question: { readonly text: string }; readonly feedback: unknown }[] = [];
    const method = watchingMethod((experience) => void seen.push(...experience));
    await recordsOf(specOf({ feedback }), partsOf({ method }));
    expect(seen.length).toBe(7);
    return seen;
  };
  const checksOf = (correct: boolean) => ({
    score: Number(correct),
    failedChecks: correct ? [] : ['The sum is wrong.'],
  });
  // Sums of 0 + 0 are right without knowledge, all others wrong.
  const expected: { readonly [level in FeedbackLevel]: (correct: boolean, sum: string) => unknown } = {
    none: () => null,
    correctness: (correct) => ({ correct, score: null, failedChecks: null, reference: null }),
    checks: (correct) => ({ correct, ...checksOf(correct), reference: null }),
    gold: (correct, reference) => ({ correct, ...checksOf(correct), reference }),
  };
  it.each(Object.keys(expected) as FeedbackLevel[])('%s', async (level) => {
    for (const { question, feedback } of await seenAt(level)) {
      const [a = 0, b = 0] = question.text.split(' + ').map(Number);
      expect(feedback).toEqual(expected[level](a + b === 0, String(a + b)));
    }
  });
});

describe('run() keeps its memory', () => {
  it('bounded by rounds: after 20,000 trials a checkpoint is no larger than after 200', async () => {
    const sizes = async (train: number) => {
      const tasks = { train: sumTasks('train', train), val: sumTasks('val', 4), test: sumTasks('test', 4) };
      const parts = partsOf({ tasks, llm: sumsLlm(undefined, 0) });
      let size = 0;
      let trials = 0;
      for await (const item of run(specOf({ batchSize: train / 4 }), parts)) {
        if (item.kind === 'checkpoint') size = JSON.stringify(item.checkpoint).length;
        if (item.kind === 'record' && item.record.kind === 'trial') trials++;
      }
      return { size, trials };
    };
    const [small, large] = [await sizes(200), await sizes(20_000)];
    expect(large.trials).toBeGreaterThan(20_000);
    expect(large.size).toBeLessThan(small.size + 20);
  });
});
