import { existsSync, statSync } from 'node:fs';
import { UserError } from '../core/failure.ts';
import { contextAt } from '../experiment/context-at.ts';
import { readPlaybook, writePlaybook } from '../inspect/read-playbook.ts';
import { exitCodes } from './exit-codes.ts';
import type { CliDeps } from './cli-deps.ts';

type Options = { readonly round?: number; readonly json?: boolean };

/** Prints a run's context after a round, or a playbook file. Throws UserError. */
export async function playbookShowCommand(
  path: string,
  { round, json }: Options,
  { registry, print, warn }: CliDeps,
): Promise<number> {
  if (isFolder(path)) {
    const shown = await contextAt(path, round ?? null, registry, warn);
    print(json ? JSON.stringify(shown, null, 2) : shown.text);
    return exitCodes.fine;
  }
  if (round !== undefined)
    throw new UserError(`Cannot show round ${round} of ${path}: expected a run's folder, found a file`);
  const read = readPlaybook(path);
  print(json ? JSON.stringify(read.playbook, null, 2) : writePlaybook(read.playbook, read));
  return exitCodes.fine;
}

function isFolder(path: string): boolean {
  const found = existsSync(path) ? statSync(path) : null;
  if (found?.isDirectory() || found?.isFile()) return found.isDirectory();
  throw new UserError(
    `Cannot show ${path}: expected a run's folder or a playbook file, found ${found === null ? 'nothing' : 'neither'}`,
  );
}
