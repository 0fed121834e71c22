import type { RunInfo } from '../../harness/report/run-info.ts';
import type { RunRows } from '../../harness/report/run-rows.ts';
import { foldAll, info, offlineRun } from './run-stream.ts';

const arms = [
  ['static', 'static', null],
  ['append', 'append', null],
  ['full-rewrite', 'full-rewrite', null],
  ['ace-proactive', 'ace', 'proactive'],
  ['ace-lazy', 'ace', 'lazy'],
] as const;

/** Two suites by five arms by the seeds, as the quickstart runs them. `lazyRefines`: rounds in which the lazy arm refines. */
export function quickstartRuns(
  seeds: readonly number[] = [1, 2, 3, 4, 5],
  lazyRefines: (round: number) => boolean = (round) => round % 3 === 0,
  fields: Partial<RunInfo> = {},
): readonly RunRows[] {
  return ['office', 'tagging'].flatMap((suite) =>
    arms.flatMap(([arm, method, refineMode]) =>
      seeds.map((seed) => {
        const about = info({
          suite,
          arm,
          method,
          seed,
          refineMode,
          threshold: refineMode === null ? null : 0.85,
          ...fields,
        });
        const shape = {
          ...{ rounds: suite === 'office' ? 6 : 8, probeEvery: 2, batch: 8, val: 30, test: 60 },
          skill: (round: number) => (method === 'static' ? 0.4 : 0.4 + 0.05 * round),
          refined: (round: number) => refineMode === 'proactive' || lazyRefines(round),
        };
        return foldAll(about, offlineRun(about, shape));
      }),
    ),
  );
}
