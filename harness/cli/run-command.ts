import { join } from 'node:path';
import { cacheFolder } from '../embedding/cache-folder.ts';
import { selectRuns } from '../config/select-runs.ts';
import { prepare } from '../experiment/prepare.ts';
import { isWhole } from '../experiment/open-run.ts';
import { type Reported, runAndReport } from '../experiment/run-and-report.ts';
import type { CellRuns } from '../report/cells.ts';
import { closeSuites } from '../experiment/suite-world.ts';
import { planOf, planText } from './plan.ts';
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

/** Runs an experiment, writes its tables and prints its summary; the exit code says how it ended. Throws UserError. */
export async function runCommand(path: string, options: RunCommandOptions, deps: CliDeps): Promise<number> {
  const { print, warn } = deps;
  const interrupt = deps.onInterrupt();
  const { experiment, parts } = await readConfigFile(path, options.set, deps.registry);
  const { concurrency, results, only, fresh = false, acceptCodeChange = false, json = false } = options;
  const prepared = await prepare(experiment, parts, { cacheFolder: cacheFolder(deps.env), concurrency, warn });
  if (options.dryRun) {
    const runs = only === undefined ? prepared.runs : selectRuns(prepared.runs, only);
    await closeSuites(prepared.runs.map(({ suite }) => suite));
    const plan = planOf(runs, join(results, experiment.config.experiment), prepared.tokens.count);
    print(json ? JSON.stringify(plan, null, 2) : planText(plan));
    return exitCodes.fine;
  }
  const { show: onProgress, stop } = options.quiet ? noProgress : progressView(deps.stderr);
  const asked = { results, only, fresh, acceptCodeChange, signal: interrupt, warn, onProgress };
  const result = await runAndReport(prepared, asked).finally(stop);
  const { reportText } = await import('./report-text.ts');
  print(reportText(result, prepared.runs.length, json));
  const { noVerdict } = await import('../report/suite-remarks.ts');
  return verdict(result, noVerdict, interrupt.aborted, warn);
}

/** The exit code, and why on stderr where it is not 0. */
function verdict(
  { outcomes, folder, rolledUp }: Reported,
  noVerdict: (cell: CellRuns) => readonly string[],
  interrupted: boolean,
  warn: (message: string) => void,
): number {
  for (const outcome of outcomes) {
    if (outcome.status === 'held') warn(`${outcome.runId} was not run: it is in use by ${outcome.by}`);
    if (outcome.status === 'damaged') warn(outcome.why);
    if (outcome.status === 'broken') warn(`${outcome.runId} was stopped: ${outcome.why}`);
  }
  const damaged = new Set(outcomes.flatMap(({ runId, status }) => (status === 'damaged' ? [runId] : [])));
  for (const { runId, why } of rolledUp.leftOut) if (!damaged.has(runId)) warn(why);
  if (interrupted) {
    warn('interrupted; run the same command again to resume');
    return exitCodes.interrupted;
  }
  const statuses = new Set(outcomes.map(({ status }) => status));
  if (statuses.has('broken')) return exitCodes.ownError;
  if (damaged.size > 0 || rolledUp.leftOut.length > 0) return exitCodes.userError;
  // Whoever held a run may have finished it by now.
  const unfinished = outcomes.filter(({ runId, status }) => status !== 'complete' && !isWhole(join(folder, runId)));
  if (unfinished.length > 0) {
    warn(`${unfinished.length} of ${outcomes.length} runs are incomplete; run the same command again to resume`);
    return exitCodes.incomplete;
  }
  const unsound = rolledUp.cells.flatMap(noVerdict);
  for (const remark of unsound) warn(remark);
  return unsound.length === 0 ? exitCodes.fine : exitCodes.failures;
}
