import { join } from 'node:path';
import { writeWhole } from '../core/write-whole.ts';
import { diskError } from '../records/disk-error.ts';
import { readManifest } from '../records/manifest.ts';
import { readRecords, readTimes } from '../records/read-run-lines.ts';
import { rowsOfRun } from '../report/rows-of-run.ts';
import { runInfoOf } from '../report/run-info.ts';
import type { RunRows } from '../report/run-rows.ts';
import { type RollUp, rollUp } from '../report/summary.ts';
import { summaryMarkdown } from '../report/summary-markdown.ts';
import { roundCsv, summaryCsv } from '../report/tables-csv.ts';
import { columnsMarkdown } from '../report/columns-text.ts';

/** Reads what the given runs of an experiment recorded, those that exist, and writes the tables beside them. Throws UserError. */
export async function writeReport(
  folder: string,
  runIds: readonly string[],
  warn: (message: string) => void,
): Promise<RollUp> {
  const runs: RunRows[] = [];
  for (const runId of runIds) {
    const runFolder = join(folder, runId);
    const manifest = readManifest(runFolder);
    if (manifest === null) continue;
    const run = { folder: runFolder, runId: manifest.runId, specHash: manifest.specHash };
    runs.push(await rowsOfRun(runInfoOf(manifest), readRecords(run, warn), readTimes(run, warn)));
  }
  const rolled = rollUp(runs);
  try {
    writeWhole(join(folder, 'rounds.csv'), roundCsv(runs.flatMap(({ rows }) => rows)));
    writeWhole(join(folder, 'summary.csv'), summaryCsv(rolled.rows));
    writeWhole(join(folder, 'summary.md'), summaryMarkdown(rolled));
    writeWhole(join(folder, 'columns.md'), columnsMarkdown());
  } catch (error) {
    throw diskError(error, folder);
  }
  return rolled;
}
