import { describe, expect, it } from 'vitest';
import { breakEven } from '../../harness/report/break-even.ts';
import type { RunInfo } from '../../harness/report/run-info.ts';
import type { RunRows } from '../../harness/report/run-rows.ts';
import { summaryMarkdown, terminalSummary } from './of-runs.ts';
import { adaptation, end, foldAll, info, round, trial, usage } from './run-stream.ts';

describe('breakEven()', () => {
  const points = (...differences: readonly number[]) =>
    differences.map((difference, index) => ({ value: index / 10, difference }));

  it('is where the line between two values crosses 0, from which on rewriting is behind', () => {
    expect(breakEven(points(0.06, 0.02, -0.02, 0.01, -0.03))).toBeCloseTo(0.325, 12);
    expect(breakEven(points(0.03, -0.01))).toBeCloseTo(0.075, 12);
    expect(breakEven(points(0.03, 0))).toBe(0.1);
  });

  it.each([
    ['rewriting is ahead all the way', [0.03, 0.02]],
    ['it is ahead in the end', [0.03, -0.02, 0.01]],
    ['it is behind all the way', [-0.01, -0.02, 0]],
    ['there is nothing to compare', []],
  ])('is not reached where %s', (_why, differences) => {
    expect(breakEven(points(...differences))).toBeNull();
  });
});

/** A run that learnt once, with a score in percent: of a rewriter, or of deltas that are refined. */
function learnt(arm: 'rewrite' | 'ace', seed: number, percent: number, about: Partial<RunInfo> = {}): RunRows {
  const isRewriter = arm === 'rewrite';
  const usages = isRewriter ? { rewriter: usage(500, 400) } : { curator: usage(500, 40) };
  return foldAll(
    info({
      arm,
      seed,
      method: isRewriter ? 'full-rewrite' : 'ace',
      refineMode: isRewriter ? null : 'proactive',
      ...about,
    }),
    [
      trial({}),
      adaptation({ usage: usages }),
      round({ bullets: isRewriter ? null : 20 }),
      ...Array.from({ length: 10 }, (_, order) =>
        trial({ phase: 'test', which: 'final', order, scenario: `s-${order}`, score: percent / 100, checks: [0, 1] }),
      ),
      end({}),
    ],
  );
}

const modelOf = (omission: number, collapse = 0) => ({
  config: { model: { provider: 'simulated', omission, collapse }, protocol: { kind: 'offline' } },
});

function sweepOf(scores: { readonly [omission: number]: number }, batchSize?: number): readonly RunRows[] {
  return Object.entries(scores).flatMap(([omission, percent]) => {
    const axes = { 'model.omission': Number(omission), ...(batchSize && { 'protocol.batchSize': batchSize }) };
    const about = { axes, ...modelOf(Number(omission)) };
    return [1, 2].flatMap((seed) => [
      learnt('rewrite', seed, percent + seed, about),
      learnt('ace', seed, 40 + seed, about),
    ]);
  });
}

describe('the report of a sweep over omission', () => {
  it('says where rewriting and deltas break even, for all else that is varied, with n and the differences', () => {
    const runs = [...sweepOf({ 0: 44, 0.1: 38, 0.2: 30 }, 1), ...sweepOf({ 0: 44, 0.2: 43 }, 8)];
    for (const text of [summaryMarkdown(runs), terminalSummary(runs).replace(/\n {2}/g, ' ')]) {
      expect(text).toContain(
        'break-even of rewrite with ace at protocol.batchSize=1: omission 0.067 (n = 2 pairs; rewrite - ace: +4.0 ± 0.0 at 0, -2.0 ± 0.0 at 0.1, -10.0 ± 0.0 at 0.2)',
      );
      expect(text).toContain('break-even of rewrite with ace at protocol.batchSize=8: not reached (n = 2 pairs;');
    }
  });

  it('says where no interval tells the two apart', () => {
    const noisy = [1, 2, 3].flatMap((seed) =>
      [0, 0.1].flatMap((omission) => {
        const about = { axes: { 'model.omission': omission }, ...modelOf(omission) };
        const rewritten = 41 - omission * 20 + (seed - 2) * 10;
        return [learnt('rewrite', seed, rewritten, about), learnt('ace', seed, 40, about)];
      }),
    );
    expect(summaryMarkdown(noisy)).toContain(
      'break-even of rewrite with ace: omission 0.050 (every interval includes 0, so noise alone may do it; n = 3 pairs;',
    );
  });

  it('has none where nothing is swept, or no arm rewrites', () => {
    expect(summaryMarkdown([learnt('rewrite', 1, 40), learnt('ace', 1, 40)])).not.toContain('break-even');
    expect(summaryMarkdown(sweepOf({ 0: 1, 0.1: 2 }).filter(({ info }) => info.arm === 'ace'))).not.toContain(
      'break-even',
    );
  });
});

describe('a table that holds a rewriter', () => {
  const line = 'best case for rewriting: rewrite (omission=0 and collapse=0: a simulated rewrite forgets nothing)';

  it('says that a simulated rewrite which forgets nothing is its best case', () => {
    const runs = [learnt('rewrite', 1, 40, modelOf(0)), learnt('ace', 1, 40, modelOf(0))];
    for (const text of [summaryMarkdown(runs), terminalSummary(runs)]) expect(text).toContain(line);
  });

  it.each<[string, RunRows]>([
    ['it forgets', learnt('rewrite', 1, 40, modelOf(0.1))],
    ['it collapses', learnt('rewrite', 1, 40, modelOf(0, 0.1))],
    ['nothing is rewritten', learnt('ace', 1, 40, modelOf(0))],
    ['the model is real', learnt('rewrite', 1, 40, { config: { model: { provider: 'openai' } } })],
  ])('does not where %s', (_why, run) => {
    expect(summaryMarkdown([run])).not.toContain('best case for rewriting');
  });
});

describe('variants', () => {
  const at = (axes: RunInfo['axes'], percent: number) =>
    [1, 2].map((seed) => learnt('ace', seed, percent + seed, { axes }));

  it('that change nothing in any run are said to be inert', () => {
    const runs = [...at({}, 40), ...at({ 'model.attention': 1000 }, 40), ...at({ 'model.dilution': 0.3 }, 30)];
    const line =
      'inert: model.attention=1000 changed no score and no context size in any of 2 runs; these parameters do nothing here at the values that the experiment has';
    expect(summaryMarkdown(runs)).toContain(line);
    expect(terminalSummary(runs).replace(/\n {2}/g, ' ')).toContain(line);
  });

  it('of which all do something are none, nor are the points of a matrix', () => {
    expect(summaryMarkdown([...at({}, 40), ...at({ 'model.dilution': 0.3 }, 30)])).not.toContain('inert');
    expect(summaryMarkdown([...at({ threshold: 0.7 }, 40), ...at({ threshold: 0.8 }, 40)])).not.toContain('inert');
  });
});
