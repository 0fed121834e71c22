import { expect, test } from 'vitest';
import { groupCells } from '../../harness/report/cells.ts';
import { probedRounds, probePoints, thinRounds } from '../../harness/report/probe-points.ts';
import { scoredRun } from './scored-run.ts';
import { foldAll, info, offlineRun } from './run-stream.ts';

const shape = {
  rounds: 4,
  probeEvery: 2,
  batch: 4,
  val: 10,
  test: 4,
  skill: () => 1,
  refined: (round: number) => round !== 3,
};
const cellOf = (refineMode: string | null) =>
  groupCells(
    [1, 2].map((seed) => foldAll(info({ seed, refineMode }), offlineRun(info({ seed, refineMode }), shape))),
  )[0]!;

test('probePoints() adds the costs of all rounds since the point before, and means over runs', () => {
  const cell = cellOf('lazy');
  expect(probedRounds([cell])).toEqual([0, 2, 4]);
  const points = probePoints(cell, [0, 2, 4]);
  expect(points.map((point) => point.comparisons)).toEqual([null, 300, 400]);
  expect(points.map((point) => point.maintenanceInputTokens)).toEqual([null, 800, 800]);
  expect(points[2]).toMatchObject({ round: 4, runs: 2, score: 1, contextTokens: 1900 });
});

test('probePoints() loses no cost where rounds are left out', () => {
  expect(probePoints(cellOf('lazy'), [0, 4])[1]).toMatchObject({ comparisons: 700, maintenanceOutputTokens: 240 });
});

test('probePoints() leaves refine cost of free text blank', () => {
  expect(probePoints(cellOf(null), [0, 2])[1]).toMatchObject({
    comparisons: null,
    maintenanceInputTokens: 800,
    maintenanceOutputTokens: 120,
  });
});

test('probePoints() carries the last probe of a context that never changes to the rounds of others, until it is probed anew', () => {
  const fixed = scoredRun({ arm: 'static', method: 'static' }, 0.5, [
    { round: 0, score: 0.2 },
    { round: 6, score: 0.1 },
  ]);
  const [cell] = groupCells([fixed]);
  expect(probePoints(cell!, [0, 2, 4, 6, 8]).map(({ round, score }) => [round, score])).toEqual([
    ...[0, 2, 4].map((round) => [round, expect.closeTo(0.2, 9)]),
    ...[6, 8].map((round) => [round, expect.closeTo(0.1, 9)]),
  ]);
  // One that learns is another context by then.
  expect(probePoints(cellOf('lazy'), [0, 1]).map(({ round }) => round)).toEqual([0]);
});

test('thinRounds() keeps the first and the last, and few enough as they are', () => {
  expect(thinRounds([0, 2, 4], 5)).toEqual([0, 2, 4]);
  expect(thinRounds([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 5)).toEqual([0, 3, 5, 8, 10]);
});
