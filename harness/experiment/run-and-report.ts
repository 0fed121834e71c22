import { join } from 'node:path';
import type { RunRecord } from '../core/records.ts';
import { selectRuns } from '../config/select-runs.ts';
import { readManifest } from '../records/manifest.ts';
import { readRecords } from '../records/read-run-lines.ts';
import type { RunRows } from '../report/run-rows.ts';
import type { RollUp } from '../report/summary.ts';
import type { SummaryRow } from '../report/summary-columns.ts';
import type { Prepared } from './prepare.ts';
import { closeSuites } from './suite-world.ts';
import { type RunOptions, type RunOutcome, runPrepared } from './run-prepared.ts';

export type ExperimentResult = {
  /** Of the experiment: its runs' folders, `rounds.csv`, `summary.csv` and `summary.md`. */
  readonly folder: string;
  /** How each run ended that was asked for. */
  readonly outcomes: readonly RunOutcome[];
  /** All runs of the config that are there, those of earlier calls and unfinished ones among them. */
  readonly runs: readonly RecordedRun[];
  /** One row per cell, as in `summary.csv`. */
  readonly summary: readonly SummaryRow[];
};

/** A run as tables see it, its rows as in `rounds.csv`; nulls are unknown or without meaning. */
export type RecordedRun = RunRows & {
  readonly folder: string;
  /** Streams what was recorded, from the first trial to the end, anew at each call. */
  records(): AsyncIterable<RunRecord>;
};

/** With the roll-up that the tables are made of. */
export type Reported = ExperimentResult & { readonly rolledUp: RollUp };

export type RunAndReportOptions = Omit<RunOptions, 'folder'> & {
  /** Folder that holds the experiment's. */
  readonly results: string;
  /** Of the runs only those whose id matches, or contains it; the tables hold the others too, where they are there. */
  readonly only?: string | undefined;
};

/** Runs what is asked of an experiment, then writes the tables of all that is there. Throws UserError. */
export async function runAndReport(prepared: Prepared, options: RunAndReportOptions): Promise<Reported> {
  const { results, only, warn } = options;
  const runs = only === undefined ? prepared.runs : selectRuns(prepared.runs, only);
  const folder = join(results, prepared.experiment.config.experiment);
  // However the runs end, nobody attempts anything after them: worlds of suites end too.
  const outcomes = await runPrepared({ ...prepared, runs }, { ...options, folder }).finally(() =>
    closeSuites(prepared.runs.map(({ suite }) => suite)),
  );
  // Only now, since tables and statistics take a while to load.
  const { writeReport } = await import('./write-report.ts');
  // --only and a second process add to the tables instead of replacing them.
  const runIds = prepared.runs.map(({ runId }) => runId);
  const rolledUp = await writeReport(folder, runIds, warn);
  const recorded = rolledUp.runs.map((run): RecordedRun => {
    const runFolder = join(folder, run.info.runId);
    return { ...run, folder: runFolder, records: () => recordsIn(runFolder, warn) };
  });
  return { folder, outcomes, runs: recorded, summary: rolledUp.rows, rolledUp };
}

async function* recordsIn(folder: string, warn: (message: string) => void): AsyncGenerator<RunRecord> {
  const manifest = readManifest(folder);
  if (manifest !== null) yield* readRecords({ ...manifest, folder }, warn);
}
