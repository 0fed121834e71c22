import { describe, expect, it } from 'vitest';
import { groupCells } from '../../harness/report/cells.ts';
import { modeComparisons } from '../../harness/report/mode-comparison.ts';
import type { RunInfo } from '../../harness/report/run-info.ts';
import type { RunRows } from '../../harness/report/run-rows.ts';
import { summarize } from './of-runs.ts';
import { summaryMarkdown } from './of-runs.ts';
import { adaptation, end, foldAll, info, refine, refineEvent, round, trial } from './run-stream.ts';

type Options = { readonly refine?: object; readonly [option: string]: unknown };

/** Runs of an ACE arm, one for each score, in each of which refine ran in that many of four rounds. */
function arm(
  name: string,
  mode: string,
  scores: readonly number[],
  { refined = 2, options = {}, ...about }: Partial<RunInfo> & { refined?: number; options?: Options } = {},
): readonly RunRows[] {
  const method = {
    reflectorRounds: 1,
    ...options,
    refine: { mode, threshold: 0.85, triggerAt: 0.9, ...options.refine },
  };
  const config = { model: {}, protocol: {}, suite: {}, method } as RunInfo['config'];
  return scores.map((score, index) =>
    foldAll(info({ arm: name, refineMode: mode, config, seed: index + 1, ...about }), [
      ...[1, 2, 3, 4].flatMap((at) => [
        trial({ round: at }),
        adaptation({ round: at }),
        ...(at <= refined ? [refine({ round: at, events: [refineEvent(1)], compared: 5 })] : []),
        round({ round: at }),
      ]),
      ...Array.from({ length: 20 }, (_, order) =>
        trial({ phase: 'test', round: 4, which: 'final', scenario: `s-${order}`, score, checks: [0, 1] }),
      ),
      end({}),
    ]),
  );
}

function compared(runs: readonly RunRows[]) {
  return modeComparisons(groupCells(runs), summarize(runs)).map((group) =>
    group.map(({ row, againstOff, againstProactive, verdict }) => ({
      arm: row.arm,
      off: againstOff?.mean ?? null,
      proactive: againstProactive?.mean ?? null,
      verdict,
      refined: row.runs_refined,
    })),
  );
}

const off = arm('off', 'off', [0.5, 0.5, 0.6], { refined: 0 });
const proactive = arm('proactive', 'proactive', [0.7, 0.7, 0.81], { refined: 4 });

describe('modeComparisons()', () => {
  it('gives each mode its differences from off and proactive, paired by seed, and what they show', () => {
    const lazy = arm('lazy', 'lazy', [0.69, 0.72, 0.8], { options: { refine: { triggerAt: 0.5, rearm: 0.2 } } });
    const [group, ...others] = compared([...lazy, ...proactive, ...off]);
    expect(others).toEqual([]);
    expect(group!.map(({ arm, verdict }) => [arm, verdict])).toEqual([
      ['off', ''],
      ['lazy', 'no significant difference from proactive'],
      ['proactive', 'above off'],
    ]);
    expect(group![1]!.off).toBeCloseTo((0.19 + 0.22 + 0.2) / 3, 9);
    expect(group![1]!.proactive).toBeCloseTo(0, 9);
    expect(group![2]!.off).toBeCloseTo((0.2 + 0.2 + 0.21) / 3, 9);
  });

  it('says of a lazy arm that never refined, or always, what it equals, whatever it scored', () => {
    const verdictOf = (refined: number) =>
      compared([...proactive, ...arm('lazy', 'lazy', [0.1, 0.1, 0.11], { refined })])[0]!.at(-1)!.verdict;
    expect(verdictOf(0)).toBe('degenerate: equals off in 3 of 3 runs');
    expect(verdictOf(4)).toBe('degenerate: equals proactive in 3 of 3 runs');
    expect(verdictOf(1)).toBe('below proactive');
  });

  it('judges run by run: above a fifth of runs that were not lazy there is no verdict', () => {
    const scores = [0.1, 0.1, 0.11, 0.12, 0.1, 0.1, 0.11, 0.1, 0.1, 0.1];
    const lines = (idle: number) =>
      compared([
        ...arm(
          'proactive',
          'proactive',
          scores.map((score) => score + 0.3),
        ),
        ...scores.flatMap((score, index) =>
          arm('lazy', 'lazy', [score], { refined: index < idle ? 0 : 2, seed: index + 1 }),
        ),
      ])[0]!;
    expect(lines(2).at(-1)).toMatchObject({ refined: 8, verdict: 'below proactive' });
    expect(lines(3).at(-1)).toMatchObject({
      refined: 7,
      verdict: 'degenerate: equals off in 3 of 10 runs',
    });
  });

  it('tells the smallest difference that it could have seen', () => {
    const noisy = [...proactive, ...arm('lazy', 'lazy', [0.9, 0.5, 0.7])];
    const line = modeComparisons(groupCells(noisy), summarize(noisy))[0]!.at(-1)!;
    const { mean, high } = line.againstProactive!;
    // t(0.975, 2) = 4.3027 and t(0.8, 2) = 1.0607, as printed in tables of t.
    expect(line.detectable).toBeCloseTo(((high! - mean!) * (4.3027 + 1.0607)) / 4.3027, 3);
    expect(summaryMarkdown(noisy)).toContain('could have seen');
  });

  it('compares nothing that differs in anything else', () => {
    const others: readonly Parameters<typeof arm>[3][] = [
      { options: { refine: { threshold: 0.7 } } },
      { options: { refine: { guards: [] } } },
      { options: { reflectorRounds: 2 } },
      { budgetTokens: 9 },
      { axes: { 'model.dilution': 0.5 } },
    ];
    for (const other of others)
      expect(compared([...proactive, ...arm('lazy', 'lazy', [0.7], other)]), JSON.stringify(other)).toEqual([]);
    expect(compared([...proactive, ...arm('other', 'proactive', [0.7])])).toEqual([]);
    expect(compared([...proactive, ...arm('proactive.replicate', 'lazy', [0.7])])).toEqual([]);
  });

  it('compares at each point of a matrix, and with an arm that never refines at every threshold', () => {
    const at = (threshold: number, name: string, mode: string) =>
      arm(name, mode, [0.7], {
        options: { refine: { threshold } },
        axes: { [`arms.${name}.refine.threshold`]: threshold },
      });
    const groups = compared([
      ...off,
      ...[0.7, 0.8].flatMap((value) => [...at(value, 'a', 'lazy'), ...at(value, 'b', 'proactive')]),
    ]);
    expect(groups.map((group) => group.map(({ arm }) => arm))).toEqual(Array(2).fill(['off', 'a', 'b']));
    const budgets = [4000, 8000].flatMap((budgetTokens) =>
      ['lazy', 'off'].flatMap((mode) => arm(mode, mode, [0.7], { budgetTokens, axes: { budgetTokens } })),
    );
    expect(compared(budgets).map((group) => group.length)).toEqual([2, 2]);
  });

  it('stands in summary.md, with what the modes cost; a suite that compares none has no such table', () => {
    const text = summaryMarkdown([...off, ...proactive]);
    expect(text).toContain('| off | off | 53.3 ± 14.3 |');
    expect(text).toContain('| proactive | proactive | 73.7 ± 15.8 | +20.3 ± 1.4 | above off |');
    expect(text).toContain('| proactive | 500 | 4 | 20 | 5 | 4 | 1 |');
    expect(summaryMarkdown(off)).not.toContain('Modes of refine');
  });
});
