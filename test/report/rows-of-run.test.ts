import { expect, test } from 'vitest';
import { rowsOfRun } from '../../harness/report/rows-of-run.ts';
import { end, info, refine, round, trial } from './run-stream.ts';

async function* streamOf<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

test('rowsOfRun() reads the records, then the times beside them', async () => {
  const records = [trial({ seq: 0 }), refine({ seq: 1, compared: 2 }), round({ seq: 2 }), end({ seq: 3 })];
  const times = [
    { kind: 'time', seq: 1, durationMs: 3, refineMs: 2.5, refineEmbeddingMs: null, sandboxMs: null },
  ] as const;
  const run = await rowsOfRun(info(), streamOf(records), () => streamOf(times));
  expect(run).toMatchObject({ status: 'complete', bestIsFinal: true, rows: [{ n: 1, refine_ms: 2.5 }] });
});

test('rowsOfRun() of a run that was cut is incomplete, its times unknown', async () => {
  const run = await rowsOfRun(info(), streamOf([trial({ seq: 0 }), refine({ seq: 1, compared: 2 })]), () =>
    streamOf([]),
  );
  expect(run).toMatchObject({
    status: 'incomplete',
    bestIsFinal: false,
    rows: [{ refine_ms: null, refine_comparisons: 2 }],
  });
});
