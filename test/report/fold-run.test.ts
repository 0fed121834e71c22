import { usageWith } from '../contracts/llm-parts.ts';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContextEvent } from '../../harness/core/context-event.ts';
import type { TrialRecord } from '../../harness/core/records.ts';
import { foldRun } from '../../harness/report/fold-run.ts';
import { emptyPlaybook } from '../../harness/playbook/playbook.ts';
import { runTotals } from '../../harness/report/run-totals.ts';
import { type RoundRow, roundColumns } from '../../harness/report/round-columns.ts';
import { adaptation, end, foldAll, info, offlineRun, refine, refineEvent, round, trial, usage } from './run-stream.ts';

const shape = { rounds: 3, probeEvery: 2, batch: 6, val: 6, test: 9, skill: () => 0.5, refined: () => true };
const stateColumns = ['bullets', 'context_tokens', 'fill', 'redundancy', 'coverage', 'retention', 'wrong'];
const healthColumns = ['unused', 'harmful', 'conflicts', 'vague', 'churn'];
const columnNames = roundColumns.map(({ name }) => name);
// What methods and suites may use or not.
const optional = /^(judge|adaptation|inference)_|^sandbox_ms$|_(seen_wording|other_wording|unseen)$/;
const trainOnly = columnNames.filter(
  (column, index) =>
    index > columnNames.indexOf('sgc') &&
    !stateColumns.includes(column) &&
    !column.startsWith('generator_') &&
    !/^failed_(generator|judge|suite|rendering)$|^read_/.test(column) &&
    column !== 'usd',
);

function rowOf(rows: readonly RoundRow[], phase: string, at: number): RoundRow {
  const found = rows.find((row) => row.phase === phase && row.round === at);
  expect(found).toBeDefined();
  return found!;
}

test('foldRun() gives one row per round, phase and which, in that order', () => {
  const { rows } = foldAll(info(), [
    ...offlineRun(info(), shape).filter((record) => record.kind !== 'trial' || record.phase !== 'test'),
    trial({ phase: 'test', round: 3, which: 'final' }),
    trial({ phase: 'test', round: 3, which: 'best' }),
  ]);
  expect(rows.map((row) => `${row.round} ${row.phase} ${row.which}`)).toEqual([
    '0 val current',
    '1 train current',
    '2 train current',
    '2 val current',
    '3 train current',
    '3 val current',
    '3 test final',
    '3 test best',
  ]);
});

test('foldRun() fills every column of rounds.csv', () => {
  for (const row of foldAll(info(), offlineRun(info(), shape)).rows)
    for (const column of columnNames) expect(row[column]).not.toBeUndefined();
});

test('foldRun() keeps cost and change columns to the train row', () => {
  const { rows } = foldAll(info(), offlineRun(info(), shape));
  for (const row of rows)
    for (const column of trainOnly) {
      if (row.phase !== 'train') expect([row.phase, column, row[column]]).toEqual([row.phase, column, null]);
      else if (
        !['refine_ms', 'refine_embedding_ms'].includes(column) &&
        !healthColumns.includes(column) &&
        !column.endsWith('cached_tokens') &&
        !optional.test(column)
      )
        expect([column, row[column]]).not.toEqual([column, null]);
    }
});

test('foldRun() puts the size of the published context on every row of its round, round 0 included', () => {
  const { rows } = foldAll(info(), offlineRun(info(), shape));
  expect(rowOf(rows, 'val', 0)).toMatchObject({ context_tokens: 300, bullets: 0 });
  expect(rowOf(rows, 'train', 2)).toMatchObject({ context_tokens: 1100, bullets: 16 });
  expect(rowOf(rows, 'val', 2)).toMatchObject({ context_tokens: 1100, bullets: 16 });
});

test('foldRun() counts failures of the model in n with score 0: one good answer and nine errors are 10 %', () => {
  const failure = { kind: 'malformed', message: 'no JSON', role: 'generator' } as const;
  const { rows, status } = foldAll(info(), [
    trial({ task: 'a', scenario: 'a' }),
    // Whatever was recorded as its score, a failed trial is worth nothing.
    ...Array.from({ length: 9 }, (_, index) => trial({ task: `b${index}`, scenario: `b${index}`, score: 1, failure })),
    end({}),
  ]);
  expect(rows[0]).toMatchObject({
    n: 10,
    correct: 1,
    failed_model: 9,
    failed_infra: 0,
    score: 0.1,
    tgc: 0.1,
    sgc: 0.1,
  });
  expect(status).toBe('complete');
});

test('foldRun() calls a run incomplete where infrastructure failed, or it never ended', () => {
  const hurt = trial({ failure: { kind: 'timeout', message: 'no reply', role: 'generator' } });
  const failed = foldAll(info(), [trial({}), hurt, end({})]);
  expect(failed.rows[0]).toMatchObject({ n: 2, failed_model: 0, failed_infra: 1, score: 0.5 });
  expect(failed.status).toBe('incomplete');
  expect(foldAll(info(), [trial({})]).status).toBe('incomplete');
  expect(foldAll(info(), [trial({}), end({ status: 'incomplete' })]).status).toBe('incomplete');
  expect(foldAll(info(), [trial({}), end({})]).status).toBe('complete');
});

test('foldRun() calls a task correct only where there was something to check', () => {
  const { rows } = foldAll(info(), [
    trial({ score: 0.5, checks: [2, 3] }),
    trial({ score: 0, checks: [0, 0] }),
    trial({ checks: [3, 3] }),
  ]);
  expect(rows[0]).toMatchObject({ n: 3, correct: 1, sgc: 0 });
});

test('foldRun() solves a scenario only where all of its tasks passed', () => {
  const passed = (scenario: string, good: boolean): TrialRecord =>
    trial({ scenario, score: good ? 1 : 0, checks: [good ? 1 : 0, 1] });
  const { rows } = foldAll(info(), [passed('a', true), passed('a', true), passed('b', true), passed('b', false)]);
  expect(rows[0]).toMatchObject({ tgc: 0.75, sgc: 0.5 });
});

test('foldRun() counts what events did to the bullets', () => {
  const delta: ContextEvent = {
    kind: 'delta',
    round: 1,
    ops: [
      { key: '1/a/0', op: { op: 'add', section: 's', text: 'x', type: null, rationale: null } },
      { key: '1/a/1', op: { op: 'add', section: 's', text: '', type: null, rationale: null } },
      { key: '1/a/2', op: { op: 'update', id: 'str-00001', text: 'y' } },
      { key: '1/a/3', op: { op: 'merge', ids: ['str-00001', 'str-00002', 'str-00003'], text: 'z' } },
      { key: '1/a/4', op: { op: 'tag', id: 'str-00001', helpful: 1, harmful: 0 } },
    ],
    applied: ['0', '2', '3', '4'].map((index) => ({ key: `1/a/${index}`, id: 'str-00001' })),
    rejected: [{ key: '1/a/1', reason: 'empty-text' }],
    used: [],
  };
  const evict: ContextEvent = {
    kind: 'evict',
    ids: ['str-00004', 'str-00005'],
    ties: 1,
    tokensBefore: 9,
    tokensAfter: 5,
    exceedsBy: 0,
  };
  const excess: ContextEvent = { ...evict, ids: [], ties: 0, exceedsBy: 3 };
  const replacing: ContextEvent = {
    ...(refineEvent(3, 2) as Extract<ContextEvent, { kind: 'refine' }>),
    replaced: [{ id: 'str-00009', by: 'str-00001', cosine: 0.9 }],
  };
  const { rows } = foldAll(info(), [
    trial({}),
    adaptation({ events: [delta] }),
    refine({ events: [replacing, evict, refineEvent(1), excess], embedded: 5, embeddedTokens: 60, compared: 44 }),
    round({}),
  ]);
  expect(rows[0]).toMatchObject({
    added: 1,
    updated: 1,
    merged: 2,
    // A bullet that a newer one replaced is gone like one that was merged.
    dropped: 5,
    vetoed: 2,
    evicted: 2,
    evict_events: 1,
    evict_ties: 1,
    rejected_ops: 1,
    refined: 2,
    refine_embedded: 5,
    refine_embedded_tokens: 60,
    refine_comparisons: 44,
  });
});

test('foldRun() leaves bullets and refine cost of free text blank, and its maintenance known', () => {
  const { rows } = foldAll(info({ method: 'full-rewrite', refineMode: null, threshold: null }), [
    trial({}),
    adaptation({ events: [{ kind: 'rewrite', context: 'text' }], usage: { rewriter: usage(900, 300) } }),
    round({ bullets: null }),
  ]);
  expect(rows[0]).toMatchObject({
    bullets: null,
    added: null,
    dropped: null,
    refined: null,
    refine_comparisons: null,
    refine_ms: null,
    curator_calls: 0,
    curator_input_tokens: 0,
    maintenance_input_tokens: 900,
    maintenance_output_tokens: 300,
    edit_tokens: 40,
  });
});

test('foldRun() writes 0 for a playbook that was not refined in a round: nothing happened is known', () => {
  const { rows } = foldAll(info({ refineMode: 'lazy' }), [trial({}), adaptation({}), round({})]);
  expect(rows[0]).toMatchObject({ refined: 0, dropped: 0, refine_comparisons: 0, refine_embedded: 0, refine_ms: 0 });
});

test('foldRun() leaves blank what no record told: an adaptation or a published context that is missing', () => {
  const { rows } = foldAll(info(), [trial({})]);
  expect(rows[0]).toMatchObject({
    bullets: null,
    context_tokens: null,
    added: null,
    maintenance_input_tokens: null,
    reflector_calls: null,
    collapsed: null,
  });
});

test('foldRun() keeps unreported usage unknown, and a reported 0 known', () => {
  const { rows } = foldAll(info(), [
    trial({ usage: { generator: usageWith({ inputTokens: 100, cachedTokens: 0 }) } }),
    trial({ usage: { generator: usageWith({ inputTokens: 50, cachedTokens: 0, outputTokens: 5 }) } }),
    adaptation({ usage: { curator: usage(null, 20), merger: usage(3, 4) } }),
    round({}),
  ]);
  expect(rows[0]).toMatchObject({
    generator_calls: 2,
    generator_input_tokens: 150,
    generator_cached_tokens: 0,
    generator_output_tokens: null,
    curator_input_tokens: null,
    curator_output_tokens: 20,
    maintenance_input_tokens: null,
    usd: null,
  });
});

test('foldRun() adds re-attempts to the generator of the train row, and refine calls to maintenance', () => {
  const { rows } = foldAll(info(), [
    trial({ usage: { generator: usage(100, 10) } }),
    trial({ phase: 'val', usage: { generator: usage(70, 7) } }),
    adaptation({
      usage: { generator: usage(200, 20, 2), reflector: usage(30, 3), curator: usage(40, 4) },
    }),
    refine({ usage: { merger: usage(50, 5) }, compared: 1 }),
    round({}),
  ]);
  expect(rowOf(rows, 'train', 1)).toMatchObject({
    generator_calls: 3,
    generator_input_tokens: 300,
    generator_output_tokens: 30,
    reflector_calls: 1,
    reflector_input_tokens: 30,
    curator_input_tokens: 40,
    refine_input_tokens: 50,
    refine_output_tokens: 5,
    maintenance_input_tokens: 90,
    maintenance_output_tokens: 9,
  });
  expect(rowOf(rows, 'val', 1)).toMatchObject({
    generator_calls: 1,
    generator_input_tokens: 70,
    reflector_calls: null,
  });
});

test('foldRun() takes refine time by the seq of the record it stands beside', () => {
  const fold = foldRun(info());
  for (const record of [trial({ seq: 0 }), adaptation({ seq: 1 }), refine({ seq: 2, compared: 3 }), round({ seq: 3 })])
    fold.add(record);
  expect(fold.rows()[0]!.refine_ms).toBeNull();
  fold.addTime({ kind: 'time', seq: 0, durationMs: 900, refineMs: 500, refineEmbeddingMs: null, sandboxMs: null });
  fold.addTime({ kind: 'time', seq: 1, durationMs: 80, refineMs: null, refineEmbeddingMs: null, sandboxMs: null });
  fold.addTime({ kind: 'time', seq: 2, durationMs: 40, refineMs: 12.5, refineEmbeddingMs: null, sandboxMs: null });
  expect(fold.rows()[0]!.refine_ms).toBe(12.5);
});

test('foldRun() knows that a round that evicted and did not refine took no refine cost, once its times are there', () => {
  const fold = foldRun(info());
  for (const record of [adaptation({ seq: 1 }), refine({ seq: 2 }), round({ seq: 3 })]) fold.add(record);
  fold.addTime({ kind: 'time', seq: 1, durationMs: 80, refineMs: null, refineEmbeddingMs: null, sandboxMs: null });
  expect(fold.rows()[0]!.refine_ms).toBeNull();
  fold.addTime({ kind: 'time', seq: 2, durationMs: 0, refineMs: null, refineEmbeddingMs: null, sandboxMs: null });
  expect(fold.rows()[0]!.refine_ms).toBe(0);
});

test('foldRun() gives the probe before a lazy refine a row of its own, with the size of what was refined', () => {
  const about = info({ start: emptyPlaybook('', ['RULES']) });
  const add = (index: number) => ({
    key: `1/a/${index}`,
    op: { op: 'add', section: 'RULES', text: `Rule ${index}.`, type: null, rationale: null } as const,
  });
  const ops = [add(0), add(1), add(2)];
  const delta: ContextEvent = { kind: 'delta', round: 1, ops, applied: [], rejected: [], used: [] };
  const merged = [{ from: 'rul-00002', into: 'rul-00001', cosine: 0.9 }];
  const lazy: ContextEvent = { ...refineEvent(0), trigger: 'budget', merged } as ContextEvent;
  const { rows } = foldAll(about, [
    trial({}),
    adaptation({ events: [delta] }),
    refine({ events: [lazy] }),
    trial({ phase: 'val', which: 'unrefined', score: 1 }),
    trial({ phase: 'val', which: 'refined', score: 0, checks: [0, 1] }),
    round({ bullets: 2, contextTokens: 500, coverage: 0.25 }),
  ]);
  expect(rows.map(({ phase, which }) => `${phase} ${which}`)).toEqual([
    'train current',
    'val unrefined',
    'val refined',
  ]);
  expect(rows[1]).toMatchObject({
    score: 1,
    bullets: 3,
    context_tokens: 600,
    coverage: null,
    churn: null,
    refined: null,
  });
  expect(rows[2]).toMatchObject({ score: 0, bullets: 2, context_tokens: 500, coverage: 0.25, churn: null });
  expect(rows[0]).toMatchObject({ bullets: 2, conflicts: 0, unused: 0, vague: 0, churn: null });
});

test('foldRun() gives what a round cost a row even where no trial of it was recorded', () => {
  const { rows } = foldAll(info(), [adaptation({ round: 4, usage: { curator: usage(10, 1) } })]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    round: 4,
    phase: 'train',
    n: 0,
    score: null,
    tgc: null,
    maintenance_input_tokens: 10,
    maintenance_output_tokens: 1,
  });
});

test('foldRun() names matrix axes by their path', () => {
  const { rows } = foldAll(info({ axes: { 'refine.threshold': 0.7, 'refine.guards': ['numbers'] } }), [trial({})]);
  expect(rows[0]).toMatchObject({ 'axis:refine.threshold': 0.7, 'axis:refine.guards': '["numbers"]' });
});

const anyTrial: fc.Arbitrary<TrialRecord> = fc
  .record({
    phase: fc.constantFrom('train', 'val', 'test'),
    round: fc.nat(4),
    which: fc.constantFrom('current', 'unrefined', 'refined', 'final', 'best'),
    scenario: fc.constantFrom('a', 'b', 'c', 'd'),
    eighths: fc.nat(8),
    kind: fc.constantFrom(null, null, null, 'length', 'timeout'),
    inputTokens: fc.option(fc.nat(1000), { freq: 20 }),
  })
  .map(({ eighths, kind, inputTokens, ...fields }) =>
    trial({
      ...(fields as Partial<TrialRecord>),
      score: eighths / 8,
      checks: [eighths, 8],
      failure: kind === null ? null : { kind: kind as 'length' | 'timeout', message: 'failed', role: 'generator' },
      usage: { generator: usage(inputTokens, 1) },
    }),
  );

test('foldRun() conserves tasks, scores, failures and calls over its rows', () => {
  fc.assert(
    fc.property(fc.array(anyTrial, { maxLength: 60 }), (trials) => {
      const { rows } = foldAll(info(), trials);
      const sum = (columnOf: (row: RoundRow) => number): number =>
        rows.reduce((total, row) => total + columnOf(row), 0);
      const failed = (kind: string): number => trials.filter(({ failure }) => failure?.kind === kind).length;
      const good = trials.filter(({ failure }) => failure === null);
      expect(sum((row) => row.n)).toBe(trials.length);
      expect(sum((row) => row.failed_model)).toBe(failed('length'));
      expect(sum((row) => row.failed_infra)).toBe(failed('timeout'));
      expect(sum((row) => row.correct)).toBe(good.filter(({ score }) => score === 1).length);
      expect(sum((row) => row.n * row.score!)).toBeCloseTo(
        good.reduce((total, { score }) => total + score, 0),
        9,
      );
      expect(sum((row) => row.generator_calls!)).toBe(trials.length);
      for (const row of rows) {
        expect(row.correct + row.failed_model + row.failed_infra).toBeLessThanOrEqual(row.n);
        if (row.score_low !== null) expect(row.score_low).toBeLessThanOrEqual(row.score!);
        if (row.score_high !== null) expect(row.score_high).toBeGreaterThanOrEqual(row.score!);
      }
      expect(new Set(rows.map((row) => `${row.round} ${row.phase} ${row.which}`)).size).toBe(rows.length);
    }),
  );
});

test('foldRun() gives the same rows in whatever order the trials come', () => {
  fc.assert(
    fc.property(fc.array(anyTrial, { maxLength: 30 }), (trials) => {
      expect(foldAll(info(), [...trials].reverse()).rows).toEqual(foldAll(info(), trials).rows);
    }),
  );
});

test('foldRun() does not keep the trials it has folded', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const fold = foldRun(info());
  const add = (from: number, to: number): void => {
    for (let seq = from; seq < to; seq++)
      fold.add(
        trial({
          seq,
          round: Math.floor(seq / 1040),
          task: `task-${seq}`,
          scenario: `scenario-${seq % 20}`,
          cited: [`str-${seq}`],
        }),
      );
  };
  const heap = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  add(0, 2000);
  const before = heap();
  add(2000, 52_000);
  const grownBytes = heap() - before;
  expect(fold.rows().reduce((sum, row) => sum + row.n, 0)).toBe(52_000);
  // Kept, 50,000 trials take more than 15 MB.
  expect(grownBytes).toBeLessThan(2_000_000);
});

test('foldRun() always writes a row of the best on val: where that is the final context, its attempts once more at no cost', () => {
  const test9 = Array.from({ length: 9 }, (_, order) =>
    trial({ phase: 'test', which: 'final', round: 3, task: `t${order}`, scenario: `s${order}`, score: order % 2 }),
  );
  const run = foldAll(info(), [round({ round: 1 }), ...test9, end({ rounds: 3, bestRound: 1, bestIsFinal: true })]);
  const [best, final] = run.rows.filter(({ phase }) => phase === 'test');
  expect(best).toMatchObject({ round: 1, which: 'best', n: 9, generator_calls: 0, generator_input_tokens: 0 });
  expect(best!.score).toBe(final!.score);
  expect(final).toMatchObject({ round: 3, which: 'final', generator_calls: 9 });
  expect(runTotals([run]).get(run.info.runId)).toMatchObject({ attempts: 9, best_score: final!.score });
  const none = foldAll(info(), [...test9, end({ rounds: 3, bestRound: null, bestIsFinal: false })]);
  expect(none.rows.map(({ which }) => which)).toEqual(['final']);
});
