import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../harness/core/records.ts';
import type { FailedRole } from '../../harness/core/failure.ts';
import { summarize, summaryMarkdown, suiteViews, terminalSummary } from './of-runs.ts';
import { adaptation, end, foldAll, info, round, trial, usage } from './run-stream.ts';

const failure = { kind: 'length', message: 'cut' } as const;
const failed = (role: FailedRole) => ({ kind: 'failed', role, task: 't', failure }) as const;

/** Twenty rounds of one task, in some of which something fails. */
function runOf(arm: string, seed: number, failing: { readonly [role in FailedRole]?: number } = {}) {
  const about = info({ arm, seed, method: arm === 'static' ? 'static' : 'ace' });
  const calls = { reflector: usage(10, 1), curator: usage(10, 1), rewriter: usage(10, 1), merger: usage(10, 1) };
  const records: RunRecord[] = [];
  for (let at = 1; at <= 20; at++) {
    const events = Object.entries(failing).flatMap(([role, times]) =>
      at <= times ? [failed(role as FailedRole)] : [],
    );
    records.push(trial({ phase: 'train', round: at, task: `t${at}` }), adaptation({ round: at, events, usage: calls }));
    records.push(round({ round: at }));
  }
  records.push(trial({ phase: 'test', which: 'final', round: 20, score: seed / 10 }), end({ rounds: 20 }));
  return foldAll(about, records);
}
const runsOf = (failing: { readonly [role in FailedRole]?: number }) =>
  [1, 2].flatMap((seed) => [runOf('static', seed), runOf('ace', seed, failing)]);

describe('failures while learning', () => {
  it.each<readonly [FailedRole, string]>([
    ['reflector', '40 of 40 calls of the reflector'],
    ['curator', '40 of 40 calls of the curator'],
    ['rewriter', '40 of 40 calls of the rewriter'],
    ['merger', '40 of 40 calls of the merger'],
    ['method', '40 of 40 adaptations'],
    ['embedder', '40 of 40 adaptations'],
  ])('of the %s are counted and shown, and the arm gets no verdict', (role, text) => {
    const runs = runsOf({ [role]: 20 });
    const [, row] = summarize(runs);
    expect(row).toMatchObject({ arm: 'ace', failed_model: 0, failed_share: 1, diff: null, diff_pairs: null });
    expect(row!.score).not.toBeNull();
    for (const shown of [terminalSummary(runs), summaryMarkdown(runs)].map((one) => one.replace(/\s+/g, ' '))) {
      expect(shown).toContain(`(ace: ${text})`);
      expect(shown).toContain(`no verdict on ace: ${text} failed, more than 5 %`);
    }
  });

  it('of no more than the allowed share leave the verdict, and are shown all the same', () => {
    const runs = runsOf({ reflector: 1 });
    expect(summarize(runs)[1]).toMatchObject({ failed_share: 0.05, failed_most: 'reflector', diff_pairs: 2 });
    expect(summaryMarkdown(runs)).toContain('(ace: 2 of 40 calls of the reflector)');
    expect(summaryMarkdown(runs)).not.toContain('no verdict');
    expect(summarize(runsOf({}))[1]).toMatchObject({ failed_share: 0, failed_most: null });
  });

  it('are told by role in rounds.csv, on the row of the round that learnt', () => {
    const { rows } = runOf('ace', 1, { reflector: 1, merger: 2, method: 3 });
    const at = (round: number) => rows.find((row) => row.round === round && row.phase === 'train');
    expect(at(1)).toMatchObject({ failed_reflector: 1, failed_merger: 1, failed_adaptation: 1, failed_curator: 0 });
    expect(at(3)).toMatchObject({ failed_reflector: 0, failed_merger: 0, failed_adaptation: 1 });
  });
});

describe('failed attempts', () => {
  it.each<readonly [FailedRole, string]>([
    ['generator', 'failed_generator'],
    ['judge', 'failed_judge'],
    ['suite', 'failed_suite'],
    ['method', 'failed_rendering'],
  ])('are told by who failed them: the %s', (role, column) => {
    const { rows } = foldAll(info(), [trial({ failure: { ...failure, role } }), trial({ task: 'b' })]);
    const columns = ['failed_generator', 'failed_judge', 'failed_suite', 'failed_rendering'] as const;
    expect(rows[0]!.failed_model).toBe(1);
    expect(columns.filter((name) => rows[0]![name] > 0)).toEqual([column]);
  });
});

describe('an arm in which too much failed', () => {
  it('is left out of comparisons of modes and of rankings', () => {
    const mode = (refine: string, seed: number, failing: object) => {
      const run = runOf(`ace-${refine}`, seed, failing);
      const config = { model: {}, protocol: {}, method: { refine: { mode: refine, threshold: 0.8 } } };
      return { ...run, info: { ...run.info, refineMode: refine, config } };
    };
    const runs = (failing: object) =>
      [1, 2].flatMap((seed) => [mode('proactive', seed, {}), mode('lazy', seed, failing)]);
    const modes = (failing: object) => suiteViews(runs(failing), { maxRounds: 5, showVariants: true })[0]!.modes;
    expect(modes({}).flat()).toHaveLength(2);
    expect(modes({ reflector: 20 }).flat()).toHaveLength(0);
  });
});
