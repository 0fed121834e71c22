import { describe, expect, it } from 'vitest';
import { groupCells } from '../../harness/report/cells.ts';
import { fixedContextRemarks } from '../../harness/report/fixed-context-remarks.ts';
import type { RunInfo } from '../../harness/report/run-info.ts';
import type { RunRows } from '../../harness/report/run-rows.ts';
import { replicateDifferences } from '../../harness/report/replicate-differences.ts';
import { shiftRemarks } from '../../harness/report/shift-remarks.ts';
import { summaryMarkdown } from './of-runs.ts';
import { terminalSummary } from './of-runs.ts';
import { type Probe, scoredRun, scoredRuns } from './scored-run.ts';

describe('replicateDifferences()', () => {
  const runs = [
    ...scoredRuns({ arm: 'static', method: 'static' }, [0.5, 0.6, 0.55]),
    ...scoredRuns({ arm: 'ace' }, [0.7, 0.7, 0.7]),
    ...scoredRuns({ arm: 'static.replicate', method: 'static' }, [0.51, 0.6, 0.56]),
  ];

  it('gives a line for each arm that ran again, paired by seed', () => {
    // Differences 0.01, 0, 0.01: mean 0.0067, t(2) = 4.303, deviation 0.00577.
    expect(replicateDifferences(groupCells(runs))).toEqual([
      'replicate of static - static (the same under other reply seeds): +0.7 ± 1.4, n = 3 pairs',
    ]);
    expect(replicateDifferences(groupCells(runs.filter(({ info }) => info.arm !== 'static.replicate')))).toEqual([]);
  });

  it('says how many seeds both have, and nothing where that is none', () => {
    const line = (kept: (info: RunInfo) => boolean) =>
      replicateDifferences(groupCells(runs.filter(({ info }) => info.arm !== 'static.replicate' || kept(info))));
    expect(line(({ seed }) => seed === 1)).toEqual([
      'replicate of static - static (the same under other reply seeds): +1.0, n = 1 pair',
    ]);
    const strange = scoredRuns({ arm: 'static.replicate' }, [0.1]).map(
      (run): RunRows => ({ ...run, info: { ...run.info, seed: 99 } }),
    );
    expect(replicateDifferences(groupCells([...runs.filter(({ info }) => info.arm === 'static'), ...strange]))).toEqual(
      [],
    );
  });

  it('has a line for each point of a matrix, and none for variants', () => {
    const at = (arm: string, axes: RunInfo['axes']) => scoredRuns({ arm, axes }, [0.5, 0.5]);
    const threshold = (value: number) => ({ 'arms.ace.refine.threshold': value });
    const points = [threshold(0.7), threshold(0.8), { ...threshold(0.7), 'model.dilution': 0.5 }];
    const runs = points.flatMap((axes) => [...at('ace', axes), ...at('ace.replicate', axes)]);
    expect(summaryMarkdown(runs)).toContain('| ace.replicate refine.threshold=0.8 | 2 |');
    const cells = groupCells(runs);
    expect(replicateDifferences(cells)).toEqual(
      [0.7, 0.8].map(
        (value) =>
          `replicate of ace refine.threshold=${value} - ace refine.threshold=${value} (the same under other reply seeds): 0.0 ± 0.0, n = 2 pairs`,
      ),
    );
  });

  it('stands beside the result wherever it is shown', () => {
    const line = 'replicate of static - static (the same under other reply seeds): +0.7 ± 1.4, n = 3 pairs';
    expect(summaryMarkdown(runs)).toContain(line);
    expect(terminalSummary(runs)).toContain(line);
  });
});

describe('shiftRemarks()', () => {
  const config = { model: {}, protocol: {}, suite: { shift: { atRound: 5, share: 0.25 } }, method: {} };
  const remarks = (probes: readonly Probe[], about: Partial<RunInfo> = {}) =>
    shiftRemarks(groupCells([scoredRun({ arm: 'ace', config, ...about }, 0.5, probes)]));
  const probe = (round: number, score: number, wrong = 0): Probe => ({ round, score, wrong });

  it('tells the drop, the probe at which it is made up for, and the stale statements', () => {
    expect(remarks([probe(0, 0.1), probe(4, 0.6, 1), probe(6, 0.4, 9), probe(8, 0.6, 5), probe(10, 0.7, 2)])).toEqual([
      'shift at round 5: ace: val 60.0 (round 4) to 40.0 (round 6), recovered by round 8; wrong statements 1.0 to 9.0 to 2.0 at the end',
    ]);
  });

  it('counts a probe of the round itself as after it', () => {
    expect(remarks([probe(4, 0.6), probe(5, 0.3), probe(6, 0.6)])[0]).toContain(
      'val 60.0 (round 4) to 30.0 (round 5), recovered by round 6',
    );
  });

  it('says where it is never made up for, where there is no drop, and where the run ends before', () => {
    expect(remarks([probe(4, 0.6), probe(6, 0.3), probe(8, 0.59)])[0]).toContain('not recovered by round 8');
    expect(remarks([probe(4, 0.6), probe(6, 0.6), probe(8, 0.5)])[0]).toContain('no drop');
    expect(remarks([probe(0, 0.1), probe(4, 0.6)])).toEqual([
      'shift at round 5: ace: not reached, the last probe is of round 4',
    ]);
  });

  it('goes by the mean over runs', () => {
    const run = (seed: number, after: number) =>
      scoredRun({ arm: 'ace', config, seed }, 0.5, [probe(4, 0.6), probe(6, after), probe(8, 0.7)]);
    expect(shiftRemarks(groupCells([run(1, 0.3), run(2, 0.5)]))[0]).toContain(
      'to 40.0 (round 6), recovered by round 8',
    );
  });

  it('is silent on suites without one, and on arms that run again', () => {
    expect(remarks([probe(4, 0.6), probe(6, 0.3)], { config: { model: {}, protocol: {}, suite: {} } })).toEqual([]);
    expect(remarks([probe(4, 0.6), probe(6, 0.3)], { arm: 'ace.replicate' })).toEqual([]);
  });
});

describe('fixedContextRemarks()', () => {
  const given = (kind: string, coverage: number) =>
    scoredRun({ arm: kind, method: 'fixed-context', config: { method: { kind } } }, 0.5, [
      { round: 0, score: 0.5, coverage },
    ]);

  it('says which share of the lessons an oracle states that has not room for all', () => {
    const runs = [given('oracle', 0.45), given('shuffled', 0.45), given('placebo', 0), given('wrong', 0)];
    expect(fixedContextRemarks(groupCells(runs))).toEqual(
      ['oracle', 'shuffled'].map(
        (kind) => `cut to the budget: ${kind} states 45.0 % of the lessons, those that matter to most tasks`,
      ),
    );
    expect(fixedContextRemarks(groupCells([given('oracle', 1)]))).toEqual([]);
  });
});
