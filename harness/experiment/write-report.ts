import { join } from 'node:path';
import type { RunRecord } from '../core/records.ts';
import { atomicWrite } from '../records/atomic-write.ts';
import { diskError } from '../records/disk-error.ts';
import { readManifest } from '../records/manifest.ts';
import { readLines } from '../records/read-lines.ts';
import { roundCsv } from '../report/round-csv.ts';
import type { TimeAside } from '../report/fold-run.ts';
import { rowsOfRun } from '../report/rows-of-run.ts';
import { type RunRows, runInfoOf } from '../report/run-info.ts';
import { summarize } from '../report/summary.ts';
import { summaryCsv } from '../report/summary-csv.ts';
import { summaryMarkdown } from '../report/summary-markdown.ts';

/** Reads what the given runs of an experiment recorded, those that exist, and writes the tables beside them. Throws UserError. */
export async function writeReport(
  folder: string,
  runIds: readonly string[],
  warn: (message: string) => void,
): Promise<readonly RunRows[]> {
  const runs: RunRows[] = [];
  for (const runId of runIds) {
    const runFolder = join(folder, runId);
    const manifest = readManifest(runFolder);
    if (manifest === null) continue;
    runs.push(
      await rowsOfRun(
        runInfoOf(manifest),
        readLines<RunRecord>(join(runFolder, 'records.jsonl'), warn),
        readLines<TimeAside>(join(runFolder, 'times.jsonl'), warn),
      ),
    );
  }
  try {
    atomicWrite(join(folder, 'rounds.csv'), roundCsv(runs.flatMap(({ rows }) => rows)));
    atomicWrite(join(folder, 'summary.csv'), summaryCsv(summarize(runs)));
    atomicWrite(join(folder, 'summary.md'), summaryMarkdown(runs));
  } catch (error) {
    throw diskError(error, folder);
  }
  return runs;
}
