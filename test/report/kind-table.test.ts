import { describe, expect, it } from 'vitest';
import type { PassedByKind } from '../../harness/core/suite.ts';
import { roundCsv } from '../../harness/report/tables-csv.ts';
import type { RunInfo } from '../../harness/report/run-info.ts';
import { summaryMarkdown, terminalSummary } from './of-runs.ts';
import { end, foldAll, info, round, trial } from './run-stream.ts';
import { scoredRun } from './scored-run.ts';

const byKind: readonly PassedByKind[] = [
  { 'seen wording': [1, 1], 'seen rule, other wording': [1, 3] },
  { 'seen wording': [1, 1], 'seen rule, other wording': [0, 2], unseen: [0, 1] },
];

function run(about: Partial<RunInfo>, kinds: readonly PassedByKind[] = byKind, coverage: number | null = null) {
  return foldAll(info(about), [
    trial({ phase: 'val', round: 0 }),
    round({ round: 0, valScore: 0.5, coverage }),
    ...kinds.map((checksByKind, order) =>
      trial({ phase: 'test', which: 'final', order, task: `t-${order}`, scenario: `s-${order}`, checksByKind }),
    ),
    end({}),
  ]);
}

describe('checks by what training had of their rule', () => {
  it('are columns of rounds.csv, blank where a suite cannot tell', () => {
    const [head, , test] = roundCsv(run({}).rows).trimEnd().split('\n');
    const cells = Object.fromEntries(head!.split(',').map((name, index) => [name, test!.split(',')[index]]));
    expect(cells).toMatchObject({ n_seen_wording: '2', score_seen_wording: '1', n_other_wording: '5' });
    expect(cells).toMatchObject({ score_other_wording: '0.2', n_unseen: '1', score_unseen: '0' });
    const [, untold] = roundCsv(scoredRun({}, 0.5).rows).trimEnd().split('\n');
    expect(untold!.split(',')[head!.split(',').indexOf('score_seen_wording')]).toBe('');
  });

  it('are passed by no attempt that failed', () => {
    const failure = { kind: 'length', message: 'cut', role: 'generator' } as const;
    const failed = trial({ phase: 'test', which: 'final', checksByKind: { unseen: [1, 1] }, failure });
    const [row] = foldAll(info({}), [failed, end({})]).rows;
    expect(row).toMatchObject({ score_unseen: 0, n_unseen: 1 });
  });

  it('have a table of their own, of the kinds that there are', () => {
    const runs = [run({ arm: 'static', method: 'static' }), run({ arm: 'ace' })];
    expect(summaryMarkdown(runs)).toContain(
      '| arm | seen wording (n = 2) | seen rule, other wording (n = 5) | unseen (n = 1) |',
    );
    expect(summaryMarkdown(runs)).toContain('| ace | 100.0 | 20.0 | 0.0 |');
    expect(terminalSummary(runs)).toMatch(/^ace +100\.0 +20\.0 +0\.0$/m);
    expect(summaryMarkdown([run({}, [{ unseen: [1, 1] }])])).toContain('| arm | unseen (n = 1) |');
    expect(summaryMarkdown([scoredRun({}, 0.5)])).not.toContain('what training had');
  });
});

describe('the ceiling', () => {
  const oracle = { arm: 'oracle', method: 'fixed-context', config: { method: { kind: 'oracle' } } };

  it('stands below the tables of a suite that knows its lessons', () => {
    const runs = [run({ arm: 'static', method: 'static' }, byKind, 0), run(oracle, byKind, 1)];
    for (const text of [summaryMarkdown(runs), terminalSummary(runs)])
      expect(text).toContain('ceiling: oracle 100.0 % (the true lessons, given)');
  });

  it('is said to be unknown where no arm is given the lessons, and is no matter of suites that know none', () => {
    expect(terminalSummary([run({ arm: 'ace' }, byKind, 0.5)])).toContain('ceiling: not measured');
    expect(terminalSummary([run({ arm: 'ace' })])).not.toContain('ceiling');
    const again = run({ ...oracle, arm: 'oracle.replicate' }, byKind, 1);
    expect(terminalSummary([again])).toContain('ceiling: not measured');
  });
});
