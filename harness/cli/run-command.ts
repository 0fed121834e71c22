import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../embedding/cache-folder.ts';
import { selectRuns } from '../config/select-runs.ts';
import { type PreparedRun, prepare } from '../experiment/prepare.ts';
import { isWhole } from '../experiment/open-run.ts';
import { type RunOutcome, runExperiment } from '../experiment/run-experiment.ts';
import type { RunRows } from '../report/run-info.ts';
import { exitCodes } from './exit-codes.ts';
import { noProgress, progressView } from './progress.ts';
import { readConfigFile } from './read-config-file.ts';
import type { CliDeps } from './cli-deps.ts';

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
export async function runCommand(path: string, options: RunCommandOptions, deps: CliDeps): Promise<number> {
  const { print, warn } = deps;
  const interrupt = deps.onInterrupt();
  const { experiment, parts } = await readConfigFile(path, options.set, deps.registry);
  const { concurrency } = options;
  const prepared = await prepare(experiment, parts, { cacheFolder: cacheFolder(deps.env), concurrency, warn });
  const runs = options.only === undefined ? prepared.runs : selectRuns(prepared.runs, options.only);
  const folder = join(options.results, experiment.config.experiment);
  if (options.dryRun) {
    const plans = runs.map((run) => planOf(run, join(folder, run.runId)));
    print(options.json ? JSON.stringify(plans, null, 2) : planText(plans));
    return exitCodes.fine;
  }
  const progress = options.quiet ? noProgress : progressView(deps.stderr);
  const { fresh = false, acceptCodeChange = false } = options;
  const outcomes = await runExperiment(
    { ...prepared, runs },
    { folder, signal: interrupt, fresh, acceptCodeChange, warn, onProgress: progress.show },
  ).finally(progress.stop);
  // All runs of the config that are there, so that --only and a second process add to the tables instead of replacing them.
  const runIds = prepared.runs.map(({ runId }) => runId);
  const { reportRuns } = await import('./report-runs.ts');
  const rows = await reportRuns({ folder, runIds, outcomes, json: options.json ?? false }, deps);
  return verdict(outcomes, folder, rows, interrupt.aborted, warn);
}

/** The exit code, and why on stderr where it is not 0. */
function verdict(
  outcomes: readonly RunOutcome[],
  folder: string,
  runs: readonly RunRows[],
  interrupted: boolean,
  warn: (message: string) => void,
): number {
  for (const outcome of outcomes) {
    if (outcome.status === 'held') warn(`${outcome.runId} was left alone: ${outcome.by} is working on it`);
  }
  if (interrupted) {
    warn('interrupted; run the same command again to go on');
    return exitCodes.interrupted;
  }
  // Whoever held a run may have finished it by now.
  const unfinished = outcomes.filter(({ runId, status }) => status !== 'complete' && !isWhole(join(folder, runId)));
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

type Plan = {
  readonly runId: string;
  readonly state: 'new' | 'begun' | 'whole';
  readonly rounds: number;
  readonly train: number;
  readonly val: number;
  readonly test: number;
};

function planOf({ runId, tasks: { train, val, test }, spec }: PreparedRun, folder: string): Plan {
  const { protocol } = spec;
  const rounds = protocol.kind === 'offline' ? protocol.epochs * Math.ceil(train.length / protocol.batchSize) : 0;
  const state = isWhole(folder) ? 'whole' : existsSync(join(folder, 'manifest.json')) ? 'begun' : 'new';
  return { runId, state, rounds, train: train.length, val: val.length, test: test.length };
}

function planText(plans: readonly Plan[]): string {
  const lines = plans.map(
    ({ runId, state, rounds, train, val, test }) =>
      `${runId}  ${state}; ${rounds} rounds; tasks: train ${train}, val ${val}, test ${test}`,
  );
  return [`${plans.length} runs; nothing is written`, ...lines].join('\n');
}
