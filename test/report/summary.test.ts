import { expect, test } from 'vitest';
import type { ContextEvent } from '../../harness/core/context-event.ts';
import { emptyPlaybook } from '../../harness/playbook/playbook.ts';
import { groupCells } from '../../harness/report/cells.ts';
import { probedRounds } from '../../harness/report/probe-points.ts';
import type { RunInfo } from '../../harness/report/run-info.ts';
import type { RunRows } from '../../harness/report/run-rows.ts';
import { summarize } from './of-runs.ts';
import { summaryCsv } from '../../harness/report/tables-csv.ts';
import { type SummaryRow, summaryColumns } from '../../harness/report/summary-columns.ts';
import { adaptation, end, foldAll, info, refine, refineEvent, round, trial, usage } from './run-stream.ts';

type Outcome = {
  readonly final: number;
  readonly best?: number;
  readonly vals?: readonly number[];
  readonly curatorTokens?: readonly (number | null)[];
  readonly complete?: boolean;
};

/** A run of ten test tasks, with val scores of rounds 0, 1, … and one train round per curator cost. */
function runWith(
  about: Partial<RunInfo>,
  { final, best, vals = [], curatorTokens = [10], complete = true }: Outcome,
): RunRows {
  const tasks = (
    phase: 'val' | 'test',
    score: number,
    at: number,
    which: 'current' | 'final' | 'best',
    count: number,
  ) =>
    Array.from({ length: count }, (_, index) => {
      const solved = index < Math.round(score * count) ? 1 : 0;
      return trial({
        phase,
        round: at,
        which,
        task: `t${index}`,
        scenario: `s${index}`,
        score: solved,
        checks: [solved, 1],
      });
    });
  const last = curatorTokens.length;
  return foldAll(info(about), [
    ...vals.flatMap((score, at) => [...tasks('val', score, at, 'current', 100), round({ round: at, valScore: score })]),
    ...curatorTokens.flatMap((tokens, index) => [
      trial({ round: index + 1 }),
      adaptation({ round: index + 1, usage: { curator: usage(tokens, 0), reflector: usage(5, 1) } }),
      refine({ round: index + 1, events: [refineEvent(2)], embedded: 3, compared: 7 }),
      round({ round: index + 1, contextTokens: 100 * (index + 1), bullets: 4 }),
    ]),
    ...tasks('test', final, last, 'final', 10),
    ...(best === undefined ? [] : tasks('test', best, 1, 'best', 10)),
    ...(complete ? [end({ bestIsFinal: best === undefined })] : []),
  ]);
}

function cell(rows: readonly SummaryRow[], arm: string): SummaryRow {
  const found = rows.find((row) => row.arm === arm);
  expect(found).toBeDefined();
  return found!;
}

const control = { arm: 'static', method: 'static', refineMode: null, threshold: null };

test('summarize() gives mean, deviation and t interval over runs', () => {
  const runs = [0.6, 0.7, 0.8].map((final, index) => runWith({ seed: index + 1 }, { final }));
  const row = summarize(runs)[0]!;
  // t(0.975, 2) = 4.302652729749462; s / sqrt(3) = 0.0577350269
  expect(row).toMatchObject({ runs: 3, runs_incomplete: 0, test_n: 10, test_n_max: 10, score_unit: 'tasks' });
  expect(row.score).toBeCloseTo(0.7, 12);
  expect(row.score_sd).toBeCloseTo(0.1, 12);
  expect(row.score_low).toBeCloseTo(0.7 - (4.302652729749462 * 0.1) / Math.sqrt(3), 6);
  expect(row.score_high).toBeCloseTo(0.7 + (4.302652729749462 * 0.1) / Math.sqrt(3), 6);
});

test('summarize() leaves spreads of a single run blank', () => {
  const row = summarize([runWith({}, { final: 0.6 })])[0]!;
  expect(row).toMatchObject({ runs: 1, score: 0.6, score_sd: null, score_low: null, score_high: null, best_low: null });
});

test('summarize() pairs the difference to the static arm by seed, wherever that arm stands', () => {
  const rows = summarize([
    runWith({ seed: 1 }, { final: 0.9 }),
    runWith({ seed: 2 }, { final: 0.6 }),
    runWith({ seed: 3 }, { final: 1 }),
    runWith({ ...control, seed: 2 }, { final: 0.5 }),
    runWith({ ...control, seed: 1 }, { final: 0.6 }),
  ]);
  const row = cell(rows, 'ace-proactive');
  expect(row).toMatchObject({ control: 'static', diff_pairs: 2 });
  expect(row.diff).toBeCloseTo((0.3 + 0.1) / 2, 12);
  expect(cell(rows, 'static')).toMatchObject({ control: null, diff: null, diff_pairs: null });
});

test('summarize() compares with the first arm where none is static, and within a suite only', () => {
  const rows = summarize([
    runWith({ arm: 'append' }, { final: 0.4 }),
    runWith({ arm: 'ace' }, { final: 0.9 }),
    runWith({ arm: 'ace', suite: 'tagging' }, { final: 0.9 }),
  ]);
  expect(rows.map((row) => row.control)).toEqual([null, 'append', null]);
  expect(rows[1]!.diff).toBeCloseTo(0.5, 12);
  expect(rows[1]!.diff_low).toBeNull();
});

test('summarize() keeps matrix points apart and compares each with the control at the same point', () => {
  const at = (batch: number, arm: object, final: number): RunRows =>
    runWith({ ...arm, axes: { 'protocol.batchSize': batch } }, { final });
  const rows = summarize([
    at(1, control, 0.1),
    at(8, control, 0.5),
    at(1, { arm: 'ace' }, 0.6),
    at(8, { arm: 'ace' }, 0.7),
  ]);
  expect(rows).toHaveLength(4);
  expect(rows[2]).toMatchObject({ arm: 'ace', 'axis:protocol.batchSize': 1 });
  expect(rows[2]!.diff).toBeCloseTo(0.5, 12);
  expect(rows[3]!.diff).toBeCloseTo(0.2, 12);
});

test('summarize() compares every point of an axis with a control that lacks it', () => {
  const rows = summarize([
    runWith(control, { final: 0.5 }),
    runWith({ arm: 'ace', axes: { 'arms.ace.refine.threshold': 0.7 } }, { final: 0.6 }),
    runWith({ arm: 'ace', axes: { 'arms.ace.refine.threshold': 0.9 } }, { final: 0.8 }),
  ]);
  expect(rows.map((row) => row.control)).toEqual([null, 'static', 'static']);
});

test('summarize() leaves incomplete runs out of means and pairs, and counts them and their failures', () => {
  const rows = summarize([
    runWith({ ...control, seed: 1 }, { final: 0.5 }),
    runWith({ seed: 1 }, { final: 0.9 }),
    runWith({ seed: 2 }, { final: 0.1, complete: false }),
  ]);
  expect(cell(rows, 'ace-proactive')).toMatchObject({
    runs: 1,
    runs_incomplete: 1,
    score: 0.9,
    diff_pairs: 1,
    attempts: 22,
  });
});

test('summarize() shows a cell whose runs are all incomplete, blank', () => {
  const row = summarize([runWith({}, { final: 0.4, complete: false })])[0]!;
  expect(row).toMatchObject({
    runs: 0,
    runs_incomplete: 1,
    score: null,
    test_n: null,
    maintenance_input_tokens: null,
    attempts: 11,
  });
});

test('summarize() shows a run without any record', () => {
  expect(summarize([foldAll(info(), [])])).toMatchObject([{ runs: 0, runs_incomplete: 1, attempts: 0, score: null }]);
  expect(summarize([])).toEqual([]);
});

test('summarize() takes the score of the best context from its own test, or from the final one where they are one', () => {
  expect(summarize([runWith({}, { final: 0.5, best: 0.8 })])[0]).toMatchObject({ score: 0.5, best_score: 0.8 });
  expect(summarize([runWith({}, { final: 0.5 })])[0]).toMatchObject({ best_score: 0.5 });
  const notOffered = foldAll(info(), [
    trial({ phase: 'test', which: 'final' }),
    end({ bestRound: null, bestIsFinal: false }),
  ]);
  expect(summarize([notOffered])[0]).toMatchObject({ score: 1, best_score: null });
});

test('summarize() adds costs over rounds, and means them over runs', () => {
  const row = summarize([
    runWith({ seed: 1 }, { final: 0.5, curatorTokens: [10, 20] }),
    runWith({ seed: 2 }, { final: 0.5, curatorTokens: [30, 40] }),
  ])[0]!;
  expect(row).toMatchObject({
    maintenance_input_tokens: 50,
    reflector_input_tokens: 10,
    reflector_output_tokens: 2,
    refine_comparisons: 14,
    refine_embedded: 6,
    refined: 2,
    dropped: 4,
    evicted: 0,
    context_tokens: 200,
    context_tokens_mean: 150,
    bullets: 4,
    rounds: 4,
    rounds_refined: 4,
  });
});

test('summarize() keeps a total unknown where any part of it is', () => {
  const rows = summarize([
    runWith({ seed: 1 }, { final: 0.5, curatorTokens: [10, null] }),
    runWith({ seed: 2 }, { final: 0.5, curatorTokens: [30, 40] }),
  ]);
  expect(rows[0]).toMatchObject({ maintenance_input_tokens: null, reflector_input_tokens: 10, refine_ms: null });
});

test('summarize() finds the largest fall from probe to probe and the share of falls by more than two points', () => {
  const row = summarize([
    runWith({ seed: 1 }, { final: 0.5, vals: [0.5, 0.6, 0.53, 0.51] }),
    runWith({ seed: 2 }, { final: 0.5, vals: [0.4, 0.5, 0.47, 0.6] }),
  ])[0]!;
  expect(row.val_n).toBe(100);
  expect(row.val_largest_drop).toBeCloseTo(0.07, 12);
  // Falls: 7 and exactly 2 points in one run, 3 in the other; six pairs of probes.
  expect(row.val_share_falls).toBeCloseTo(2 / 6, 12);
});

test('summarize() tells no drop from none known', () => {
  expect(summarize([runWith({}, { final: 0.5, vals: [0.5, 0.6] })])[0]).toMatchObject({
    val_largest_drop: 0,
    val_share_falls: 0,
  });
  expect(summarize([runWith({}, { final: 0.5, vals: [0.5] })])[0]).toMatchObject({
    val_largest_drop: null,
    val_share_falls: null,
  });
});

test('summaryCsv() writes every column and the axes, unknown as a blank', () => {
  const csv = summaryCsv(summarize([runWith({ axes: { 'refine.threshold': 0.7 } }, { final: 0.6 })]));
  const [head, line] = csv
    .trimEnd()
    .split('\n')
    .map((text) => text.split(','));
  expect(head).toEqual([...summaryColumns.map(({ name }) => name), 'axis:refine.threshold']);
  expect(line![head!.indexOf('score')]).toBe('0.6');
  expect(line![head!.indexOf('score_sd')]).toBe('');
  expect(line![head!.indexOf('failed_model')]).toBe('0');
  expect(line!.at(-1)).toBe('0.7');
});

test('summarize() takes the state of bullets after the last round, churn over all, and ties as a share of all evictions', () => {
  const add = (at: number, text: string): ContextEvent => ({
    ...{ kind: 'delta', round: at, applied: [], rejected: [], used: [] },
    ops: [{ key: `${at}/t/0`, op: { op: 'add', section: 'RULES', text, type: null, rationale: null } }],
  });
  const evict = (ids: readonly string[], ties: number): ContextEvent => ({
    ...{ kind: 'evict', ids, ties, tokensBefore: 9, tokensAfter: 8, exceedsBy: 0 },
  });
  const runOf = (seed: number, last: readonly ContextEvent[], left: number) =>
    foldAll(info({ seed, start: emptyPlaybook('', ['RULES']) }), [
      round({ round: 0, bullets: 0 }),
      adaptation({ round: 1, events: [add(1, 'Always be careful.')] }),
      round({ round: 1, bullets: 1 }),
      adaptation({ round: 2, events: [add(2, 'Retry 3 times.')] }),
      round({ round: 2, bullets: 2 }),
      adaptation({ round: 3, events: [] }),
      refine({ round: 3, events: last }),
      round({ round: 3, bullets: left }),
      end({}),
    ]);
  const rows = summarize([runOf(1, [evict(['rul-00001'], 1)], 1), runOf(2, [evict(['rul-00001', 'rul-00002'], 1)], 0)]);
  expect(rows[0]).toMatchObject({ evict_events: 1, evicted: 1.5, unused: 0.5, vague: 0, conflicts: null });
  expect(rows[0]!.evict_tie_share).toBeCloseTo(2 / 3, 12);
  // Rounds 2 and 3: 1/1 and 1/2, and 1/1 and 2/2.
  expect(rows[0]!.churn_mean).toBeCloseTo((0.75 + 1) / 2, 12);
  expect(summarize([runWith({}, { final: 0.5 })])[0]).toMatchObject({ evict_events: 0, evict_tie_share: null });
});

test('summarize() leaves probes made for a lazy refine out of what is said of val', () => {
  const probe = (at: number, which: 'current' | 'unrefined' | 'refined', score: number) =>
    trial({ phase: 'val', round: at, which, score, checks: [score, 1] });
  const run = foldAll(info(), [
    probe(0, 'current', 1),
    round({ round: 0, valScore: 1 }),
    trial({ round: 1 }),
    adaptation({ round: 1 }),
    probe(1, 'unrefined', 0),
    probe(1, 'refined', 0),
    round({ round: 1 }),
    probe(2, 'current', 1),
    round({ round: 2, valScore: 1 }),
    end({}),
  ]);
  expect(summarize([run])[0]).toMatchObject({ val_largest_drop: 0, val_share_falls: 0 });
  expect(probedRounds(groupCells([run]))).toEqual([0, 2]);
});
