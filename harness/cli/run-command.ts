import { join } from 'node:path';
import { cacheFolder } from '../embedding/cache-folder.ts';
import { selectRuns } from '../config/select-runs.ts';
import { type Prepared, prepare } from '../experiment/prepare.ts';
import { type RunOutcome, runExperiment } from '../experiment/run-experiment.ts';
import { writeReport } from '../experiment/write-report.ts';
import type { RunRows } from '../report/run-info.ts';
import { summarize } from '../report/summary.ts';
import { terminalSummary } from '../report/terminal-summary.ts';
import { exitCodes, print, warn } from './exit.ts';
import { progressView } from './progress.ts';
import { readConfigFile } from './read-config-file.ts';

export type RunCommandOptions = {
  readonly set: readonly string[];
  readonly only?: string;
  readonly concurrency: number;
  readonly results: string;
  readonly dryRun?: boolean;
  readonly fresh?: boolean;
  readonly acceptCodeChange?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
};

// Above this share of trials that failed by the model, scores say more about failures than about contexts.
const maxFailedShare = 0.05;

/** Runs an experiment, writes its tables and prints its summary; the exit code says how it ended. Throws UserError. */
export async function runCommand(path: string, options: RunCommandOptions): Promise<number> {
  const { experiment, parts } = await readConfigFile(path, options.set);
  const prepared = await prepare(experiment, parts, {
    cacheFolder: cacheFolder(process.env),
    concurrency: options.concurrency,
    warn,
  });
  const runs = options.only === undefined ? prepared.runs : selectRuns(prepared.runs, options.only);
  if (options.dryRun) {
    print(planText(runs));
    return exitCodes.fine;
  }
  const folder = join(options.results, experiment.config.experiment);
  const interrupt = interruptSignal();
  const progress = progressView(options.quiet ?? false);
  const outcomes = await runExperiment(
    { ...prepared, runs },
    {
      folder,
      signal: interrupt,
      fresh: options.fresh ?? false,
      acceptCodeChange: options.acceptCodeChange ?? false,
      warn,
      onProgress: progress.show,
    },
  ).finally(progress.stop);
  // All runs of the config that are there, so that --only and a second process add to the tables instead of replacing them.
  const rows = await writeReport(
    folder,
    prepared.runs.map(({ runId }) => runId),
    warn,
  );
  print(options.json ? JSON.stringify({ folder, outcomes, cells: summarize(rows) }, null, 2) : terminalSummary(rows));
  if (!options.json)
    print(`Tables: ${['summary.md', 'summary.csv', 'rounds.csv'].map((name) => join(folder, name)).join(', ')}`);
  return exitCodeOf(outcomes, rows, interrupt.aborted);
}

function exitCodeOf(outcomes: readonly RunOutcome[], runs: readonly RunRows[], interrupted: boolean): number {
  if (interrupted) {
    warn('interrupted; run the same command again to go on');
    return exitCodes.interrupted;
  }
  const unfinished = outcomes.filter(({ status }) => status === 'incomplete' || status === 'held');
  if (unfinished.length > 0) {
    warn(`${unfinished.length} of ${outcomes.length} runs are incomplete; run the same command again to go on`);
    return exitCodes.incomplete;
  }
  const rows = runs.flatMap((run) => run.rows);
  const trials = rows.reduce((sum, row) => sum + row.n, 0);
  const failed = rows.reduce((sum, row) => sum + row.failed_model, 0);
  if (failed <= maxFailedShare * trials) return exitCodes.fine;
  warn(`the model failed in ${failed} of ${trials} trials, more than ${100 * maxFailedShare} %`);
  return exitCodes.failures;
}

/** Aborts on the first interrupt; on the second the process ends at once. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(exitCodes.interrupted);
      controller.abort();
    });
  }
  return controller.signal;
}

function planText(runs: Prepared['runs']): string {
  const lines = runs.map(({ runId, tasks, spec }) => {
    const { epochs, batchSize } = spec.protocol;
    const rounds = epochs * Math.ceil(tasks.train.length / batchSize);
    return `${runId}  ${rounds} rounds; tasks: train ${tasks.train.length}, val ${tasks.val.length}, test ${tasks.test.length}`;
  });
  return [`${runs.length} runs; nothing is written`, ...lines].join('\n');
}
