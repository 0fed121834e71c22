import { describe, expect, it } from 'vitest';
import { scoreDifference, scoreInterval } from '../../harness/report/run-scores.ts';
import { meanInterval } from '../../harness/stats/mean-intervals.ts';
import { summarize, summaryMarkdown, terminalSummary } from './of-runs.ts';
import { scoredRun } from './scored-run.ts';

const scores = (byData: { readonly [dataSeed: number]: readonly number[] }) =>
  new Map(
    Object.entries(byData).map(([dataSeed, values]) => [
      Number(dataSeed),
      new Map(values.map((score, index) => [index + 1, score])),
    ]),
  );

describe('scoreInterval()', () => {
  it('is over the means of data sets, where there are several: more runs of each add nothing to n', () => {
    const interval = scoreInterval(scores({ 1: [0.1, 0.3], 2: [0.4, 0.4], 3: [0.6, 0.8] }));
    expect(interval).toEqual(meanInterval([0.2, 0.4, 0.7]));
    expect(interval.n).toBe(3);
  });

  it('is over runs where there is one', () => {
    expect(scoreInterval(scores({ 7: [0.1, 0.3, 0.2] }))).toEqual(meanInterval([0.1, 0.3, 0.2]));
  });
});

describe('scoreDifference()', () => {
  it('pairs runs by data set and seed, and is over data sets that both have', () => {
    const a = scores({ 1: [0.5, 0.7], 2: [0.6, 0.6], 3: [0.9] });
    const b = scores({ 1: [0.4, 0.4], 2: [0.6, 0.2], 4: [0.1] });
    const { n, mean } = scoreDifference(a, b);
    expect(n).toBe(2);
    expect(mean).toBeCloseTo(0.2, 12);
  });

  it('never pairs the first seed of one data set with that of another', () => {
    expect(scoreDifference(scores({ 1: [0.5] }), scores({ 2: [0.5] })).n).toBe(0);
  });
});

describe('tables of runs on several data sets', () => {
  const runs = (dataSeeds: readonly number[]) =>
    dataSeeds.flatMap((dataSeed) =>
      [1, 2].flatMap((seed) => [
        scoredRun({ arm: 'static', method: 'static', dataSeed, seed }, 0.1 * dataSeed),
        scoredRun({ arm: 'ace', dataSeed, seed }, 0.1 * dataSeed + (seed === 1 ? 0.2 : 0.3)),
      ]),
    );

  it('pool them into one row per arm, with differences that data sets do not blur', () => {
    const [fixed, ace] = summarize(runs([1, 2, 3, 4, 5]));
    expect(fixed).toMatchObject({ runs: 10, data_sets: 5, data_seed: null, score_n: 5 });
    expect(ace).toMatchObject({ diff_pairs: 5 });
    expect(ace!.diff).toBeCloseTo(0.25, 12);
    expect(ace!.diff_high! - ace!.diff_low!).toBeLessThan(1e-9);
    expect(summarize(runs([3]))[0]).toMatchObject({ runs: 2, data_sets: 1, data_seed: 3, score_n: 2 });
  });

  it('say over what the intervals speak', () => {
    const said = (text: string) => text.replace(/\s+/g, ' ');
    for (const show of [terminalSummary, summaryMarkdown]) {
      expect(said(show(runs([1, 2, 3, 4, 5])))).toContain('over 5 data sets: t over their means, 4 degrees of freedom');
      expect(said(show(runs([1, 2, 3, 4, 5])))).toContain('2 seeds: 1, 2; 5 data sets: 1, 2, 3, 4, 5');
      expect(said(show(runs([1, 2, 3])))).toContain('too few data sets: all arms (3;');
      expect(said(show(runs([1])))).toContain('tasks fixed: t over 2 runs');
    }
  });
});
