import { UserError } from '../core/failure.ts';
import { replayRun } from '../experiment/replay-run.ts';
import { playbookDiff } from '../inspect/playbook-diff.ts';
import { playbookDiffText } from '../inspect/playbook-diff-text.ts';
import { exitCodes } from './exit-codes.ts';
import type { CliDeps } from './cli-deps.ts';

type Options = { readonly all?: boolean; readonly json?: boolean };

/** Prints what a run's context after one round differs in from that after a later one. Throws UserError. */
export async function playbookDiffCommand(
  folder: string,
  [from, to]: readonly [number, number],
  { all = false, json = false }: Options,
  { registry, print, warn }: CliDeps,
): Promise<number> {
  if (from > to)
    throw new UserError(`Cannot compare rounds: expected the earlier one first, found ${from} before ${to}`);
  const { manifest, steps } = await replayRun(folder, registry, warn);
  const { diff, lastRound } = await playbookDiff(manifest.runId, steps, [from, to]);
  if (diff === null) {
    const reached = lastRound === null ? 'none' : `0 to ${lastRound}`;
    throw new UserError(
      `Cannot compare rounds ${from} and ${to} of ${folder}: expected rounds that were recorded, found ${reached}`,
    );
  }
  print(json ? JSON.stringify(diff, null, 2) : playbookDiffText(diff, { all }));
  return exitCodes.fine;
}
