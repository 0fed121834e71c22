import { describe, expect, it } from 'vitest';
import type { ContextEvent } from '../../harness/core/context-event.ts';
import type { EmbeddingUse, RunItem, RunRecord } from '../../harness/core/records.ts';
import type { Step } from '../../harness/core/experience.ts';
import { type Attempt, emptyAttempt } from '../../harness/core/suite.ts';
import type { AttemptCost } from '../../harness/runner/attempt-task.ts';
import { usageWith } from '../contracts/llm-parts.ts';
import { adaptationItems, trialItems } from '../../harness/runner/record-items.ts';
import { sumTasks, textContext } from './sums.ts';

const [task] = sumTasks('train', 1);
const usage = {
  generator: usageWith({ calls: 2, inputTokens: 123_456, cachedTokens: 120_000, outputTokens: 12_345 }),
};
const unused: EmbeddingUse = { embedded: 0, embeddedTokens: 0, compared: 0 };
const cost: AttemptCost = { usage, embedding: unused, gradeUsage: {}, readings: {} };

function trialOf(
  attempt: Partial<Attempt>,
  ids: ReadonlySet<string> | null,
  {
    perTaskTokens = 0,
    sandboxMs = null as number | null,
    ...spent
  }: Partial<AttemptCost> & {
    perTaskTokens?: number;
    sandboxMs?: number | null;
  } = {},
) {
  const whole = { ...emptyAttempt, ...attempt };
  const right = Number(whole.answer === task!.gold);
  const grade = {
    ...{ score: right, checks: { passed: right, total: 1 }, profiles: { exact: right } },
    ...{ failedChecks: [], reference: '0' },
  };
  const place = {
    ...({ seq: 123_456, phase: 'train', round: 1234, epoch: 12, order: 12, sample: 0, which: 'current' } as const),
    contextHash: 'a'.repeat(64),
    perTaskTokens,
  };
  const rendered = textContext('', ids);
  const attempted = {
    ...{ task: task!, rendered, attempt: whole, grade, durationMs: 1, sandboxMs },
    failedRole: 'generator' as const,
  };
  return trialItems(attempted, { ...cost, ...spent }, place);
}

function recordOf(items: ReturnType<typeof trialOf>): Extract<RunRecord, { kind: 'trial' }> {
  const [first] = items;
  if (first?.kind !== 'record' || first.record.kind !== 'trial') throw new Error('Expected a trial first');
  return first.record;
}

describe('trialItems()', () => {
  it('tells cited ids that the context holds from those that it does not', () => {
    const record = recordOf(trialOf({ cited: ['r-1', 'r-9', 'r-2'] }, new Set(['r-1', 'r-2'])));
    expect([record.cited, record.citedUnknown]).toEqual([['r-1', 'r-2'], ['r-9']]);
  });

  it('stays a line of about 600 bytes or little more whatever a model cites and an exception says', () => {
    const ids = Array.from({ length: 500 }, (_, index) => `strategies-${index}`);
    const wild = ids.map((id) => `unknown-${id}`);
    const failure = { kind: 'threw', message: 'x'.repeat(10_000) } as const;
    for (const cited of [[...ids, ...wild], ['y'.repeat(10_000)]]) {
      const record = recordOf(trialOf({ cited, failure }, new Set(ids)));
      expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThan(850);
      expect(record.citedUnknown.length).toBeGreaterThan(0);
    }
    const usual = recordOf(trialOf({ cited: ids.slice(0, 8) }, new Set(ids)));
    expect(usual.cited.length).toBe(8);
    expect(Buffer.byteLength(JSON.stringify(usual))).toBeLessThan(680);
  });

  it('keeps replies, the answer and the score under each profile beside the record', () => {
    const step: Step = { speaker: 'environment', text: 'a door', cited: [] };
    const transcript = trialOf({ answer: '0', replies: ['raw'], steps: [step] }, null).at(-1);
    expect(transcript).toEqual({
      kind: 'aside',
      aside: {
        kind: 'transcript',
        seq: 123_456,
        replies: ['raw'],
        answer: '0',
        profiles: { exact: 1 },
        steps: [step],
      },
    });
  });
});

describe('trialItems() keeps apart', () => {
  it('the ids that steps cite and those that the answer does, together in one list', () => {
    const steps: readonly Step[] = [
      { speaker: 'generator', text: 'open', cited: ['r-1', 'r-7'] },
      { speaker: 'environment', text: 'a door', cited: [] },
    ];
    const record = recordOf(trialOf({ cited: ['r-2'], steps }, new Set(['r-1', 'r-2'])));
    expect([record.cited, record.citedUnknown]).toEqual([['r-2', 'r-1'], ['r-7']]);
  });

  it('what judging, rendering for the task and a sandbox took; null where nothing did', () => {
    const judged = { judge: usageWith({ inputTokens: 9 }) };
    const inference = { embedded: 1, embeddedTokens: 4, compared: 20 };
    const items = trialOf({}, null, { gradeUsage: judged, embedding: inference, perTaskTokens: 12, sandboxMs: 3 });
    expect(recordOf(items)).toMatchObject({ usage, gradeUsage: judged, inference, perTaskTokens: 12 });
    expect(items[1]).toMatchObject({ aside: { kind: 'time', sandboxMs: 3, refineMs: null } });
    expect(recordOf(trialOf({}, null))).toMatchObject({ gradeUsage: null, inference: null, perTaskTokens: 0 });
  });
});

describe('adaptationItems()', () => {
  const evicted: ContextEvent = { kind: 'evict', ids: ['r-1'], ties: 0, tokensBefore: 9, tokensAfter: 5, exceedsBy: 0 };
  const lessons: ContextEvent = { kind: 'lessons', task: 't', lessons: [], rounds: 1 };
  const scope = (refining: Partial<EmbeddingUse> = {}, own: Partial<EmbeddingUse> = {}) => {
    const meterOf = (use: Partial<EmbeddingUse>) => ({
      usage: () => ({}),
      readings: () => ({}),
      embedding: () => ({ ...unused, ...use }),
      unreached: () => null,
    });
    const meters = {
      ...meterOf(own),
      refine: { ...meterOf(refining), times: () => ({ refineMs: null, refineEmbeddingMs: null }) },
    };
    return { meters, rollouts: () => 2 };
  };
  const adapted = (events: readonly ContextEvent[]) => ({ context: null, events, durationMs: 5 });
  const kindsOf = (items: readonly RunItem[]) =>
    items.flatMap((item) => (item.kind === 'record' ? [[item.record.kind, item.record.seq]] : []));

  it('gives no refine record where nothing was refinement', () => {
    expect(kindsOf(adaptationItems(adapted([lessons]), scope(), 7, 1))).toEqual([['adaptation', 7]]);
  });

  it('gives one where anything was, with the events of refinement apart', () => {
    const both = [
      ['adaptation', 7],
      ['refine', 8],
    ];
    expect(kindsOf(adaptationItems(adapted([lessons]), scope({ compared: 3 }), 7, 1))).toEqual(both);
    expect(kindsOf(adaptationItems(adapted([lessons, evicted]), scope(), 7, 1))).toEqual(both);
    const items = adaptationItems(adapted([evicted, lessons]), scope(), 7, 1);
    expect(items).toMatchObject([
      { record: { events: [lessons] } },
      { kind: 'aside' },
      { record: { events: [evicted] } },
      { kind: 'aside' },
    ]);
  });

  it('tells rollouts, and what growing embedded, where it did', () => {
    const [grown] = adaptationItems(adapted([]), scope({}, { embedded: 4, embeddedTokens: 9 }), 7, 1);
    expect(grown).toMatchObject({
      record: { rollouts: 2, embedding: { embedded: 4, embeddedTokens: 9, compared: 0 } },
    });
    expect(adaptationItems(adapted([]), scope(), 7, 1)[0]).toMatchObject({ record: { embedding: null } });
  });
});
