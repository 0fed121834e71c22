import { join } from 'node:path';
import type { RunOutcome } from '../experiment/run-experiment.ts';
import { writeReport } from '../experiment/write-report.ts';
import type { RunRows } from '../report/run-info.ts';
import { summarize } from '../report/summary.ts';
import { terminalSummary } from '../report/terminal-summary.ts';
import type { CliDeps } from './cli-deps.ts';

export type Reported = {
  /** The experiment's. */
  readonly folder: string;
  /** Runs to be in the tables, where they exist. */
  readonly runIds: readonly string[];
  readonly outcomes: readonly RunOutcome[];
  readonly json: boolean;
};

/** Writes an experiment's tables, prints its summary, and gives the rows. Throws UserError. */
export async function reportRuns(
  { folder, runIds, outcomes, json }: Reported,
  { print, warn }: CliDeps,
): Promise<readonly RunRows[]> {
  const runs = await writeReport(folder, runIds, warn);
  const tables = ['summary.md', 'summary.csv', 'rounds.csv'].map((name) => join(folder, name));
  const whole = runs.filter(({ status }) => status === 'complete').length;
  if (json) print(JSON.stringify({ folder, outcomes, cells: summarize(runs) }, null, 2));
  // A table of what happened to be ready would be read as a result.
  else if (outcomes.some(({ status }) => status === 'interrupted'))
    print(`${whole} of ${runIds.length} runs are whole so far`);
  else print(`${terminalSummary(runs)}Tables: ${tables.join(', ')}`);
  return runs;
}
