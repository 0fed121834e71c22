import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../harness/core/records.ts';
import { foldRun } from '../../harness/report/fold-run.ts';
import { refinePasses } from '../../harness/report/refine-passes.ts';
import type { RunRows } from '../../harness/report/run-rows.ts';
import { adaptation, end, info, refine, refineEvent, round, trial } from './run-stream.ts';

type Pass = {
  readonly compared: number;
  readonly merged: number;
  readonly ms?: number;
  readonly before?: number;
  readonly after?: number;
  readonly due?: boolean;
};

/** A lazy run that refines once in each round but those given as null; scores as shares of ten tasks of val. */
function lazyRun(seed: number, passes: readonly (Pass | null)[]): RunRows {
  const about = info({ refineMode: 'lazy', seed });
  const fold = foldRun(about);
  const records: RunRecord[] = [];
  const times: [seq: number, ms: number][] = [];
  const push = (record: RunRecord) => records.push({ ...record, seq: records.length });
  const probe = (at: number, which: 'current' | 'unrefined' | 'refined', share: number) => {
    for (let order = 0; order < 10; order++)
      push(trial({ phase: 'val', round: at, which, order, scenario: `s-${order}`, score: share, checks: [0, 1] }));
  };
  for (const [index, pass] of passes.entries()) {
    const at = index + 1;
    push(trial({ round: at }));
    push(adaptation({ round: at }));
    if (pass !== null) {
      if (pass.ms !== undefined) times.push([records.length, pass.ms]);
      push(refine({ round: at, events: [refineEvent(pass.merged)], compared: pass.compared }));
      if (pass.before !== undefined) probe(at, 'unrefined', pass.before);
      if (pass.after !== undefined) probe(at, pass.due ? 'current' : 'refined', pass.after);
    }
    push(round({ round: at }));
  }
  push(end({}));
  for (const record of records) fold.add(record);
  for (const [seq, refineMs] of times)
    fold.addTime({ kind: 'time', seq, durationMs: refineMs, refineMs, refineEmbeddingMs: null, sandboxMs: null });
  return { info: about, rows: fold.rows(), probes: fold.probes(), status: fold.status(), bestIsFinal: true };
}

describe('refinePasses()', () => {
  it('finds the largest refine by pairs and by bullets, and its median and longest time, over all runs', () => {
    const passes = refinePasses([
      lazyRun(1, [{ compared: 10, merged: 4, ms: 9 }, null, { compared: 40, merged: 1, ms: 1 }]),
      lazyRun(2, [null, { compared: 30, merged: 2, ms: 3 }, { compared: 1, merged: 0, ms: 5 }]),
    ]);
    expect(passes).toMatchObject({
      refine_largest_compared: 40,
      refine_largest_merged: 4,
      refine_ms_p50: 4,
      refine_ms_max: 9,
      refine_score_change: null,
      refine_score_change_n: null,
    });
    expect(refinePasses([lazyRun(1, [{ compared: 1, merged: 0, ms: 7 }])]).refine_ms_p50).toBe(7);
  });

  it('gives the mean change of val over refines, whether the probe after it was due or not, with an interval over runs', () => {
    const pass = { compared: 1, merged: 0 };
    const passes = refinePasses([
      lazyRun(1, [
        { ...pass, before: 0.5, after: 0.6 },
        { ...pass, before: 0.5, after: 0.7, due: true },
      ]),
      lazyRun(2, [{ ...pass, before: 0.5, after: 0.2 }, { ...pass }]),
    ]);
    expect(passes.refine_score_change).toBeCloseTo(0, 9);
    expect(passes.refine_score_change_n).toBe(3);
    // Sums of runs 0.3 and -0.3 about a mean of 0: se = sqrt(2 * 0.18) / 3 = 0.2, t(0.975, 1) = 12.706204736.
    expect(passes.refine_score_change_high).toBeCloseTo(12.706204736 * 0.2, 6);
  });

  it('is blank without a refine, and of times that some refine lacks', () => {
    expect(new Set(Object.values(refinePasses([lazyRun(1, [null, null])])))).toEqual(new Set([null]));
    const passes = refinePasses([
      lazyRun(1, [
        { compared: 1, merged: 2, ms: 3 },
        { compared: 1, merged: 1 },
      ]),
    ]);
    expect(passes).toMatchObject({ refine_ms_p50: null, refine_ms_max: null, refine_largest_merged: 2 });
  });
});
