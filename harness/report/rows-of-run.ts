import type { RunRecord, TimeAside } from '../core/records.ts';
import { foldRun } from './fold-run.ts';
import type { RunInfo } from './run-info.ts';
import type { RunRows } from './run-rows.ts';

/** The rows of a recorded run. Records are read before times, each stream once and line by line. */
export async function rowsOfRun(
  info: RunInfo,
  records: AsyncIterable<RunRecord>,
  timesOf: (hasEnded: boolean) => AsyncIterable<TimeAside>,
): Promise<RunRows> {
  const fold = foldRun(info);
  for await (const record of records) fold.add(record);
  for await (const time of timesOf(fold.hasEnded())) fold.addTime(time);
  return { info, rows: fold.rows(), probes: fold.probes(), status: fold.status(), bestIsFinal: fold.bestIsFinal() };
}
