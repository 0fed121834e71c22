import { serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { addTrial, startTally, tallyScore } from '../../harness/report/trial-tally.ts';
import { clusterMean } from '../../harness/stats/mean-intervals.ts';
import { wilson } from '../../harness/stats/share-intervals.ts';
import { trial } from './run-stream.ts';

function tallyOf(scores: readonly (readonly [scenario: string, score: number])[]) {
  const tally = startTally();
  for (const [scenario, score] of scores) addTrial(tally, trial({ scenario, score, checks: [score, 1] }));
  return tallyScore(tally);
}

test('tallyScore() gives Wilson where every scenario has one task scored 0 or 1', () => {
  const { low, high } = wilson(2, 3, 0.95);
  expect(
    tallyOf([
      ['a', 1],
      ['b', 0],
      ['c', 1],
    ]),
  ).toMatchObject({ mean: 2 / 3, low, high });
});

test('tallyScore() gives the cluster-robust interval where scenarios have several tasks or scores are graded', () => {
  const { low, high } = clusterMean(
    [
      { sum: 1.5, n: 2 },
      { sum: 1, n: 2 },
      { sum: 1.25, n: 2 },
    ],
    0.95,
  );
  const row = tallyOf([
    ['a', 1],
    ['a', 0.5],
    ['b', 0.5],
    ['b', 0.5],
    ['c', 0.75],
    ['c', 0.5],
  ]);
  expect(row.low).toBeCloseTo(low!, 12);
  expect(row.high).toBeCloseTo(high!, 12);
});

test('tallyScore() keeps bounds within 0..1, and blank where they cannot be known', () => {
  expect(
    tallyOf([
      ['a', 0.9],
      ['b', 1],
      ['c', 0.1],
    ]),
  ).toMatchObject({ low: 0, high: 1 });
  expect(
    tallyOf([
      ['a', 1],
      ['a', 0],
    ]),
  ).toMatchObject({ mean: 0.5, low: null, high: null });
  expect(
    tallyOf([
      ['a', 1],
      ['a', 1],
      ['b', 1],
      ['b', 1],
    ]),
  ).toMatchObject({ mean: 1, low: null, high: null });
});

test('addTrial() keeps a size that scenarios set, not trials', () => {
  const sizeAfter = (trials: number): number => {
    const tally = startTally();
    for (let index = 0; index < trials; index++)
      addTrial(tally, trial({ task: `t${index}`, scenario: `s${index % 20}` }));
    return serialize(tally).length;
  };
  // Larger counts take a few more bytes each.
  expect(sizeAfter(50_000)).toBeLessThan(sizeAfter(40) + 200);
});
