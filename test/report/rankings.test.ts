import { describe, expect, it } from 'vitest';
import { groupCells } from '../../harness/report/cells.ts';
import { rankingChangeText, rankings, rankingsText } from '../../harness/report/rankings.ts';
import type { RunInfo } from '../../harness/report/run-info.ts';
import type { RunRows } from '../../harness/report/run-rows.ts';
import { summarize } from './of-runs.ts';
import { summaryMarkdown } from './of-runs.ts';
import { terminalSummary } from './of-runs.ts';
import { scoredRuns } from './scored-run.ts';

const noisy = { 'model.replyNoise': 0.3 };
const forgetful = { 'model.dilution': 0.5 };
const arm = (name: string, scores: readonly number[], axes: RunInfo['axes'] = {}): readonly RunRows[] =>
  scoredRuns({ arm: name, method: name === 'static' ? 'static' : 'ace', axes }, scores);
const ranked = (...runs: readonly (readonly RunRows[])[]) => rankings(groupCells(runs.flat()));

describe('rankings()', () => {
  it('tells a flip, where both intervals leave 0 out, from an order that differs within noise', () => {
    const found = ranked(
      arm('a', [0.6, 0.61, 0.62]),
      arm('a', [0.4, 0.41, 0.4], noisy),
      arm('a', [0.4, 0.7, 0.49], forgetful),
      arm('b', [0.5, 0.51, 0.5]),
      arm('b', [0.5, 0.52, 0.51], noisy),
      arm('b', [0.5, 0.6, 0.55], forgetful),
    );
    expect(found).toMatchObject({ variants: 2, pairs: 2 });
    expect(found!.changes.map(({ variant, arms, flips }) => [variant, arms, flips])).toEqual([
      ['model.replyNoise=0.3', ['a', 'b'], true],
      ['model.dilution=0.5', ['a', 'b'], false],
    ]);
    const [flip, noise] = found!.changes;
    expect(flip!.base.mean).toBeCloseTo(0.107, 3);
    expect(flip!.varied.mean).toBeCloseTo(-0.107, 3);
    // t(2) = 4.303 times the deviation of 0.10, 0.10, 0.12, over the root of 3.
    expect(flip!.base.high! - flip!.base.mean!).toBeCloseTo((4.3027 * 0.011547) / Math.sqrt(3), 5);
    expect(rankingChangeText(flip!)).toBe('model.replyNoise=0.3: a - b: +10.7 ± 2.9 becomes -10.7 ± 1.4: flips');
    expect(rankingChangeText(noise!)).toMatch(
      /^model\.dilution=0\.5: a - b: .* becomes -.*: order differs, within noise$/,
    );
    expect(rankingsText(found!)).toBe(
      'rankings: 2 pairs of arms under 2 variants: 1 flip, 1 more differ in order within noise (an interval includes 0)',
    );
  });

  it('has no change where the order stays, however far scores move, and none where arms become equal', () => {
    const found = ranked(
      arm('a', [0.6, 0.7]),
      arm('a', [0.2, 0.21], noisy),
      arm('a', [0.5, 0.5], forgetful),
      arm('b', [0.5, 0.5]),
      arm('b', [0.1, 0.1], noisy),
      arm('b', [0.5, 0.5], forgetful),
    );
    expect(found).toEqual({ variants: 2, pairs: 2, changes: [] });
  });

  it('never calls a flip of one seed', () => {
    const found = ranked(arm('a', [0.6]), arm('a', [0.2], noisy), arm('b', [0.5]), arm('b', [0.5], noisy));
    expect(found!.changes.map(({ flips }) => flips)).toEqual([false]);
  });

  it('keeps an arm that a variant does not concern as it is, and leaves out pairs that none concerns', () => {
    const axes = { 'arms.a.refine.threshold': 0.5 };
    const found = ranked(arm('a', [0.6, 0.6]), arm('a', [0.2, 0.2], axes), arm('b', [0.5, 0.5]), arm('c', [0.4, 0.4]));
    expect(found!.pairs).toBe(2);
    expect(found!.changes.map(({ arms, flips }) => [arms, flips])).toEqual([
      [['a', 'b'], true],
      [['a', 'c'], true],
    ]);
  });

  it('compares at each point of a matrix apart, and leaves out arms that run again', () => {
    const at = (budgetTokens: number, more = {}) => ({ budgetTokens, ...more });
    const found = ranked(
      ...[1000, 2000].flatMap((tokens) => [
        arm('a', [0.6, 0.6], at(tokens)),
        arm('a', [0.4, 0.4], at(tokens, noisy)),
        arm('a.replicate', [0.6, 0.6], at(tokens)),
        arm('b', [0.5, 0.5], at(tokens)),
        arm('b', [0.5, 0.5], at(tokens, noisy)),
      ]),
    );
    expect(found).toMatchObject({ variants: 1, pairs: 2 });
    expect(found!.changes.map(({ arms }) => arms)).toEqual([
      ['a budgetTokens=1000', 'b budgetTokens=1000'],
      ['a budgetTokens=2000', 'b budgetTokens=2000'],
    ]);
  });

  it('is null where there is a matrix and nothing else', () => {
    const axes = [0.7, 0.8].map((threshold) => ({ 'arms.a.refine.threshold': threshold }));
    expect(ranked(arm('a', [0.6], axes[0]), arm('a', [0.5], axes[1]), arm('b', [0.55]))).toBeNull();
  });
});

describe('tables of an experiment with variants', () => {
  const runs = [
    arm('static', [0.1, 0.12]),
    arm('static', [0.3, 0.32], noisy),
    arm('a', [0.6, 0.61]),
    arm('a', [0.2, 0.21], noisy),
    arm('b', [0.5, 0.51]),
    arm('b', [0.5, 0.51], noisy),
  ].flat();

  it('compare each cell with the control under the same variant', () => {
    for (const order of [runs, runs.toReversed()]) {
      const rows = summarize(order).filter((row) => row.arm === 'a');
      const diffs = new Map(rows.map((row) => [row['axis:model.replyNoise'], row.diff]));
      expect(diffs.get(undefined)).toBeCloseTo(0.495, 3);
      expect(diffs.get(0.3)).toBeCloseTo(-0.105, 3);
    }
  });

  it('show all in summary.md, flips first, and in the terminal the arms as they are and the flips', () => {
    const markdown = summaryMarkdown(runs);
    const terminal = terminalSummary(runs);
    expect(markdown.split('\n').filter((line) => line.startsWith('| a '))).toHaveLength(4);
    expect(terminal.split('\n').filter((line) => line.startsWith('a '))).toHaveLength(1);
    const flips = [
      'static - a: -49.5 ± 6.4 becomes +10.5 ± 6.4: flips',
      'a - b: +10.0 ± 0.0 becomes -30.0 ± 0.0: flips',
    ];
    for (const flip of flips) {
      expect(markdown).toContain(flip);
      expect(terminal).toContain(flip);
    }
  });
});
