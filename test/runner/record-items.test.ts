import { describe, expect, it } from 'vitest';
import type { ContextEvent } from '../../harness/core/context-event.ts';
import type { RunRecord } from '../../harness/core/records.ts';
import { emptyAttempt } from '../../harness/core/suite.ts';
import { adaptationItems, trialItems } from '../../harness/runner/record-items.ts';
import { sumsSuite, sumTasks } from './sums.ts';

const [task] = sumTasks('train', 1);
const usage = { generator: { calls: 2, inputTokens: 123_456, cachedTokens: 120_000, outputTokens: 12_345 } };

function trialOf(attempt: Partial<typeof emptyAttempt>, ids: ReadonlySet<string> | null) {
  const whole = { ...emptyAttempt, ...attempt };
  const grade = sumsSuite().grade(task!, whole);
  const place = {
    ...({ seq: 123_456, phase: 'train', round: 1234, epoch: 12, order: 12, which: 'current', ids } as const),
    contextHash: 'a'.repeat(64),
  };
  return trialItems({ task: task!, attempt: whole, grade, usage, durationMs: 1 }, place);
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

  it('stays a line of about 600 bytes whatever a model cites and an exception says', () => {
    const ids = Array.from({ length: 500 }, (_, index) => `strategies-${index}`);
    const wild = ids.map((id) => `unknown-${id}`);
    const failure = { kind: 'threw', message: 'x'.repeat(10_000) } as const;
    for (const cited of [[...ids, ...wild], ['y'.repeat(10_000)]]) {
      const record = recordOf(trialOf({ cited, failure }, new Set(ids)));
      expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThan(750);
      expect(record.citedUnknown.length).toBeGreaterThan(0);
    }
    const usual = recordOf(trialOf({ cited: ids.slice(0, 8) }, new Set(ids)));
    expect(usual.cited.length).toBe(8);
    expect(Buffer.byteLength(JSON.stringify(usual))).toBeLessThan(600);
  });

  it('keeps replies, the answer and the score under each profile beside the record', () => {
    const transcript = trialOf({ answer: '0', replies: ['raw'], steps: ['step'] }, null).at(-1);
    expect(transcript).toEqual({
      kind: 'aside',
      aside: {
        kind: 'transcript',
        seq: 123_456,
        replies: ['raw'],
        answer: '0',
        profiles: { exact: 1 },
        steps: ['step'],
      },
    });
  });
});

describe('adaptationItems()', () => {
  const evicted: ContextEvent = { kind: 'evict', ids: ['r-1'], ties: 0, tokensBefore: 9, tokensAfter: 5, exceedsBy: 0 };
  const lessons: ContextEvent = { kind: 'lessons', task: 't', lessons: [], rounds: 1 };
  const nothing = {
    ...{ context: null, events: [lessons], usage: {}, refineUsage: {}, embedded: 0, embeddedTokens: 0, compared: 0 },
    ...{ durationMs: 5, refineMs: null, failedInfra: false },
  };
  const kindsOf = (adapted: typeof nothing | { readonly compared: number; readonly events: readonly ContextEvent[] }) =>
    adaptationItems({ ...nothing, ...adapted }, 7, 1).flatMap((item) =>
      item.kind === 'record' ? [[item.record.kind, item.record.seq]] : [],
    );

  it('gives no refine record where nothing was refinement', () => {
    expect(kindsOf(nothing)).toEqual([['adaptation', 7]]);
  });

  it('gives one where anything was, with the events of refinement apart', () => {
    const both = [
      ['adaptation', 7],
      ['refine', 8],
    ];
    expect(kindsOf({ compared: 3, events: [lessons] })).toEqual(both);
    expect(kindsOf({ compared: 0, events: [lessons, evicted] })).toEqual(both);
    const items = adaptationItems({ ...nothing, events: [evicted, lessons] }, 7, 1);
    expect(items).toMatchObject([
      { record: { events: [lessons] } },
      { kind: 'aside' },
      { record: { events: [evicted] } },
      { kind: 'aside' },
    ]);
  });
});
