import { join } from 'node:path';
import { writeWhole } from '../core/write-whole.ts';
import { diskError } from '../records/disk-error.ts';
import { readManifest } from '../records/manifest.ts';
import { readRecords, readTimes } from '../records/read-run-lines.ts';
import { roundCsv } from '../report/round-csv.ts';
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
    const run = { folder: runFolder, runId: manifest.runId, specHash: manifest.specHash };
    runs.push(await rowsOfRun(runInfoOf(manifest), readRecords(run, warn), readTimes(run, warn)));
  }
  try {
    writeWhole(join(folder, 'rounds.csv'), roundCsv(runs.flatMap(({ rows }) => rows)));
    writeWhole(join(folder, 'summary.csv'), summaryCsv(summarize(runs)));
    writeWhole(join(folder, 'summary.md'), summaryMarkdown(runs));
  } catch (error) {
    throw diskError(error, folder);
  }
  return runs;
}
