import { describe, expect, it } from 'vitest';
import type { ContextEvent } from '../../harness/core/context-event.ts';
import { FatalError, InfraError, PartError } from '../../harness/core/failure.ts';
import type { LlmReply } from '../../harness/core/llm.ts';
import type { Grade, Suite } from '../../harness/core/suite.ts';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import type { RunParts } from '../../harness/runner/run-parts.ts';
import {
  attemptSum,
  endIn,
  itemsOf,
  notesMethod,
  partsOf,
  recordsIn,
  recordsOf,
  specOf,
  sumsLlm,
  sumsSuite,
  trialsIn,
} from './sums.ts';

const graded = (change: (grade: Grade) => unknown): Partial<RunParts> => ({
  suite: sumsSuite({
    grade: (task, attempt, tools) => change(sumsSuite().grade(task, attempt, tools) as Grade) as Grade,
  }),
});
const adapting = (adapt: (lines: readonly string[]) => unknown): Partial<RunParts> => ({
  method: notesMethod({ adapt: async ({ lines }) => adapt(lines) as never }),
});
const embedding = (embed: (texts: readonly string[]) => unknown): Partial<RunParts> => ({
  embedder: { ...hashEmbedder({ dims: 16 }), embed: async (texts) => embed(texts) as never },
});
const replying = (change: Partial<Record<keyof LlmReply, unknown>>): Partial<RunParts> => ({
  llm: sumsLlm(() => change as Partial<LlmReply>),
});
const rewritten = (lines: readonly string[]): { readonly context: { readonly lines: readonly string[] } } => ({
  context: { lines },
});
const rewrite = (lines: readonly string[]): readonly ContextEvent[] => [{ kind: 'rewrite', ...rewritten(lines) }];
const unit = Float32Array.from({ length: 16 }, (_, index) => Number(index === 0));

describe('run() names a part that breaks its contract, and ends:', () => {
  it.each<readonly [string, Partial<RunParts>, RegExp]>([
    ['a score above 1', graded((grade) => ({ ...grade, score: 2 })), /suite sums .*score from 0 to 1, found 2$/],
    ['a score as text', graded((grade) => ({ ...grade, score: '1' })), /score from 0 to 1, found "1"$/],
    ['a score that is no number', graded((grade) => ({ ...grade, score: Number.NaN })), /found NaN$/],
    ['no grade', graded(() => undefined), /suite sums to give a grade, found undefined$/],
    [
      'more checks of a kind passed than there are',
      graded((grade) => ({ ...grade, checksByKind: { unseen: [2, 1] } })),
      /checks passed of checks in all of kind "unseen"/,
    ],
    ['more checks passed than there are', graded((grade) => ({ ...grade, checks: { passed: 2, total: 1 } })), /checks/],
    ['a profile above 1', graded((grade) => ({ ...grade, profiles: { exact: 5 } })), /under profile exact, found 5$/],
    ['no attempt', { suite: sumsSuite({ attempt: async () => undefined as never }) }, /an attempt, found undefined$/],
    [
      'an answer that is no text',
      { suite: sumsSuite({ attempt: async (...asked) => ({ ...(await attemptSum(...asked)), answer: 7 as never }) }) },
      /an answer as text, found 7$/,
    ],
    ['no adaptation', adapting(() => undefined), /method notes to return \{ context, events \}, found undefined$/],
    ['no context', adapting(() => ({ events: [] })), /return a context, found undefined$/],
    ['no events', adapting((lines) => rewritten(lines)), /return events as a list, found undefined$/],
    [
      'events that tell of another context',
      adapting((lines) => ({ ...rewritten([...lines, 'more']), events: rewrite([...lines, 'less']) })),
      /events that rebuild its new context, found others$/,
    ],
    [
      'a context changed in place',
      adapting((lines) => {
        (lines as string[]).push('more');
        return { ...rewritten(lines), events: [] };
      }),
      /found it changed in place$/,
    ],
    [
      'nothing rendered',
      { method: notesMethod({ render: async () => undefined as never }) },
      /stable.*found undefined$/,
    ],
    [
      'text that differs by task',
      {
        method: notesMethod({
          render: async (_, question) => ({ stable: question?.id ?? '', perTask: '', ids: null }),
        }),
      },
      /method notes to show every task the same stable text/,
    ],
    ['fewer vectors than texts', embedding(() => []), /embedder \S+: expected \d+ vectors for \d+ texts, found 0$/],
    [
      'vectors of another size',
      embedding((texts) => texts.map(() => unit.slice(1))),
      /vectors of 16 numbers, found one of 15$/,
    ],
    [
      'vectors with NaN',
      embedding((texts) => texts.map(() => unit.map(() => Number.NaN))),
      /expected numbers, found NaN/,
    ],
    ['vectors of another kind', embedding((texts) => texts.map(() => [...unit])), /as a Float32Array, found \[1,0/],
    [
      'an unknown way to finish',
      replying({ finish: 'done' }),
      /model sums .*finish to be one of stop, .*found "done"$/,
    ],
    ['a reply without text', replying({ text: undefined }), /expected text, found undefined$/],
    ['usage that is no count', replying({ usage: { inputTokens: -1 } }), /usage.inputTokens .*found -1$/],
  ])('%s', async (_what, overrides, message) => {
    const failure = await recordsOf(specOf(), partsOf(overrides)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PartError);
    expect((failure as Error).message).toMatch(message);
  });

  it('a context above the budget, unless evictions are off or an event says by how much', async () => {
    const lines = ['Add.', ...Array.from({ length: 40 }, (_, index) => `line ${index}`)];
    const grown = (events: readonly ContextEvent[]) => adapting(() => ({ ...rewritten(lines), events }));
    const within = (evict: 'off' | 'oldest') => ({ ...specOf(), budget: { ...specOf().budget, tokens: 30, evict } });
    const exceeds: ContextEvent = { kind: 'evict', ids: [], ties: 0, tokensBefore: 0, tokensAfter: 0, exceedsBy: 9 };
    await expect(recordsOf(within('oldest'), partsOf(grown(rewrite(lines))))).rejects.toThrow(
      /method notes to keep within budgetTokens, 30, found a context of \d+ tokens$/,
    );
    expect(endIn(await recordsOf(within('off'), partsOf(grown(rewrite(lines)))))?.status).toBe('complete');
    const replay: RunParts['replay'] = () => ({ lines });
    const said = partsOf({ ...grown([...rewrite(lines), exceeds]), replay });
    expect(endIn(await recordsOf(within('oldest'), said))?.status).toBe('complete');
  });

  it('whatever another part makes of it: a suite that swallows the error of a model', async () => {
    const swallowing: Suite['attempt'] = async (question, context, tools) =>
      attemptSum(question, context, tools).catch(() => attemptSum(question, context, { ...tools, llm: sumsLlm() }));
    const parts = partsOf({ suite: sumsSuite({ attempt: swallowing }), ...replying({ finish: 'done' }) });
    await expect(recordsOf(specOf(), parts)).rejects.toThrow(/model sums/);
  });

  it('a question cannot be changed by the suite that attempts it', async () => {
    const writing: Suite['attempt'] = async (question, context, tools) => {
      (question as { text: string }).text = '0 + 0';
      return attemptSum(question, context, tools);
    };
    const records = await recordsOf(specOf(), partsOf({ suite: sumsSuite({ attempt: writing }) }));
    for (const { failure } of trialsIn(records)) expect(failure).toMatchObject({ kind: 'threw', role: 'suite' });
  });
});

describe('run() waits no longer than timeouts.part', () => {
  const never = () => new Promise<never>(() => {});
  it.each<readonly [string, Partial<RunParts>, RegExp]>([
    ['an attempt', { suite: sumsSuite({ attempt: never }) }, /suite sums to take at most 0.02 s .*timeouts.part/],
    ['a grade', { suite: sumsSuite({ grade: never }) }, /grade val-0: expected suite sums/],
    ['an adaptation', { method: notesMethod({ adapt: never }) }, /adapt a context: expected method notes/],
  ])('for %s that never settles', async (_what, overrides, message) => {
    const parts = partsOf({ ...overrides, llm: sumsLlm(() => ({}), 0), timeouts: { part: 20 } });
    await expect(recordsOf(specOf(), parts)).rejects.toThrow(message);
  });

  it('and does not count the time that an attempt waits for room in the world of its suite', async () => {
    let last: Promise<unknown> = Promise.resolve();
    const oneAtATime: RunParts['inWorld'] = (attempt) => {
      const done = last.then(attempt);
      last = done.catch(() => {});
      return done;
    };
    const slow: Suite['attempt'] = async (...asked) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return attemptSum(...asked);
    };
    const parts = partsOf({ suite: sumsSuite({ attempt: slow }), inWorld: oneAtATime, timeouts: { part: 60 } });
    expect(endIn(await recordsOf(specOf({ batchSize: 7 }), parts))?.status).toBe('complete');
  });

  it('and lets one rest that waits for a model', async () => {
    const slow: RunParts['llm'] = {
      id: 'slow',
      complete: async (request) => {
        await new Promise((resolve) => setTimeout(resolve, 60));
        return sumsLlm().complete(request);
      },
    };
    const tasks = partsOf().tasks;
    const few = { train: tasks.train.slice(0, 1), val: tasks.val.slice(0, 1), test: tasks.test.slice(0, 1) };
    const records = await recordsOf(specOf(), partsOf({ llm: slow, tasks: few, timeouts: { part: 40 } }));
    expect(endIn(records)?.status).toBe('complete');
  });
});

describe('run() ends at once', () => {
  const failing = (error: Error, at: RegExp) => {
    const asked: string[] = [];
    const llm = sumsLlm(({ callId }) => {
      asked.push(callId);
      if (at.test(callId)) throw error;
      return {};
    }, 0);
    return { asked, llm };
  };

  it('where a key is wrong: nothing is recorded of the call, and the experiment hears of it', async () => {
    const { asked, llm } = failing(
      new FatalError('Cannot ask sums: expected a valid key, found one that is refused'),
      /./,
    );
    await expect(itemsOf(specOf(), partsOf({ llm }))).rejects.toThrow(FatalError);
    // Those that were under way together.
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('where infrastructure fails: one trial tells of it, and nothing more is asked', async () => {
    const { asked, llm } = failing(new InfraError('timeout', 'late'), /^train\/2\/1\/train-/);
    const items = await itemsOf(specOf({ batchSize: 1 }), partsOf({ llm }));
    const failed = trialsIn(recordsIn(items)).filter(({ failure }) => failure !== null);
    expect(failed).toMatchObject([{ round: 2, failure: { kind: 'timeout', message: 'late' } }]);
    expect(recordsIn(items).at(-1)).toMatchObject({ kind: 'end', status: 'incomplete', failure: { kind: 'timeout' } });
    expect(asked.at(-1)).toMatch(/^train\/2\//);
  });

  it('where a suite swallows that, the attempt has failed all the same', async () => {
    const swallowing: Suite['attempt'] = async (question, context, tools) =>
      attemptSum(question, context, tools).catch(() => ({
        ...{ answer: '3', reasoning: '', cited: [], steps: [], replies: [], evidence: null, failure: null },
      }));
    const { llm } = failing(new InfraError('network', 'gone'), /^val\//);
    const records = await recordsOf(specOf(), partsOf({ llm, suite: sumsSuite({ attempt: swallowing }) }));
    expect(trialsIn(records)).toMatchObject([{ score: 0, failure: { kind: 'network' } }]);
    expect(endIn(records)?.status).toBe('incomplete');
  });

  it('where a method swallows that, nothing of its adaptation is published', async () => {
    const { llm } = failing(new InfraError('network', 'gone'), /reflector/);
    const method = notesMethod({
      adapt: async (context, experience, tools) => {
        const inner = notesMethod().adapt(context as never, experience, tools);
        return inner.catch(() => ({ context, events: [] })) as never;
      },
    });
    const items = await itemsOf(specOf(), partsOf({ llm, method }));
    expect(endIn(recordsIn(items))).toMatchObject({ status: 'incomplete', rounds: 0, failure: { kind: 'network' } });
    expect(items.filter(({ kind }) => kind === 'checkpoint')).toHaveLength(1);
  });
});
