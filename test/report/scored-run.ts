import type { RoundRecord } from '../../harness/core/records.ts';
import type { RunInfo } from '../../harness/report/run-info.ts';
import type { RunRows } from '../../harness/report/run-rows.ts';
import { end, foldAll, info, round, trial } from './run-stream.ts';

export type Probe = { readonly round: number; readonly score: number } & Partial<RoundRecord>;

/** A whole run with a given score on test, and probes of val as given: each share of ten tasks. */
export function scoredRun(about: Partial<RunInfo>, score: number, probes: readonly Probe[] = []): RunRows {
  const tasks = (share: number, fields: Parameters<typeof trial>[0]) =>
    Array.from({ length: 10 }, (_, order) =>
      trial({ ...fields, order, task: `t-${order}`, scenario: `s-${order}`, score: share, checks: [0, 1] }),
    );
  const last = probes.at(-1)?.round ?? 0;
  return foldAll(info({ method: 'ace', ...about }), [
    ...probes.flatMap(({ score: val, ...fields }) => [
      ...tasks(val, { phase: 'val', round: fields.round }),
      round({ ...fields, valScore: val }),
    ]),
    ...tasks(score, { phase: 'test', round: last, which: 'final' }),
    end({ rounds: last, bestRound: last }),
  ]);
}

/** Runs of an arm, one for each score, with seeds 1, 2, … */
export function scoredRuns(about: Partial<RunInfo>, scores: readonly number[]): readonly RunRows[] {
  return scores.map((score, index) => scoredRun({ ...about, seed: index + 1 }, score));
}
