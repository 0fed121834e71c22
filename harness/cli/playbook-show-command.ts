import { readFileSync, statSync } from 'node:fs';
import { UserError } from '../core/failure.ts';
import { contextAt } from '../experiment/context-at.ts';
import { parsePlaybook } from '../playbook/parse-playbook.ts';
import { renderPlaybook } from '../playbook/render-playbook.ts';
import { registry } from '../registry.ts';
import { exitCodes, print, warn } from './exit.ts';

type Options = { readonly round?: number; readonly json?: boolean };

/** Prints a run's context after a round, or a playbook file. Throws UserError. */
export async function playbookShowCommand(path: string, { round, json }: Options): Promise<number> {
  const kind = kindOf(path);
  if (kind === 'file') {
    const playbook = parsePlaybook(readFileSync(path, 'utf8'), path);
    print(json ? JSON.stringify(playbook, null, 2) : renderPlaybook(playbook));
    return exitCodes.fine;
  }
  const shown = await contextAt(path, round ?? null, registry, warn);
  print(json ? JSON.stringify(shown, null, 2) : shown.text);
  return exitCodes.fine;
}

function kindOf(path: string): 'file' | 'folder' {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw new UserError(`Cannot show ${path}: expected a run's folder or a playbook file, found nothing`);
  return found.isDirectory() ? 'folder' : 'file';
}
