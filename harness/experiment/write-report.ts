import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../core/failure.ts';
import { writeWhole } from '../core/write-whole.ts';
import { diskError } from '../records/disk-error.ts';
import { readManifest } from '../records/manifest.ts';
import { readRecords, readTimes } from '../records/read-run-lines.ts';
import { refuseForeign } from './open-run.ts';
import { rowsOfRun } from '../report/rows-of-run.ts';
import { runInfoOf } from '../report/run-info.ts';
import type { RunRows } from '../report/run-rows.ts';
import { type LeftOut, type RollUp, rollUp } from '../report/summary.ts';
import { summaryMarkdown } from '../report/summary-markdown.ts';
import { roundCsv, summaryCsv } from '../report/tables-csv.ts';
import { columnsMarkdown } from '../report/columns-text.ts';

/** The rows of a recorded run, null where there is none. Throws UserError where its files are not as they were written. */
async function readRun(folder: string, runId: string, warn: (message: string) => void): Promise<RunRows | null> {
  const manifest = readManifest(folder);
  if (manifest === null) return null;
  refuseForeign(folder, manifest, runId);
  const run = { folder, runId, specHash: manifest.specHash };
  return rowsOfRun(runInfoOf(manifest), readRecords(run, warn), (hasEnded) => readTimes(run, warn, hasEnded));
}

/** Runs that are there and not asked for: of a config that was changed since, mostly. */
function othersIn(folder: string, runIds: readonly string[]): readonly string[] {
  const asked = new Set(runIds);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !asked.has(entry.name))
    .map(({ name }) => name)
    .filter((name) => existsSync(join(folder, name, 'manifest.json')))
    .sort();
}

/** Reads what the given runs of an experiment recorded, those that exist, and writes the tables beside them. Throws UserError. */
export async function writeReport(
  folder: string,
  runIds: readonly string[],
  warn: (message: string) => void,
): Promise<RollUp> {
  const runs: RunRows[] = [];
  const leftOut: LeftOut[] = [];
  for (const runId of runIds) {
    try {
      const run = await readRun(join(folder, runId), runId, warn);
      if (run !== null) runs.push(run);
    } catch (error) {
      // What cannot be trusted of one run says nothing of the others.
      if (!(error instanceof UserError)) throw error;
      leftOut.push({ runId, why: error.message });
    }
  }
  const rolled: RollUp = { ...rollUp(runs), leftOut, others: othersIn(folder, runIds) };
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
