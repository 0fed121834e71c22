import { lstatSync } from 'node:fs';
import { didYouMean } from '../config/nearest.ts';
import { UserError } from '../core/failure.ts';
import { createTokenCounter } from '../llm/token-counter.ts';
import { duplicateRuleNames, duplicateRules, type OnDuplicate } from '../playbook/duplicate-rules.ts';
import { type RefineScope, refineScopes } from '../playbook/refine.ts';
import { writeWhole } from '../core/write-whole.ts';
import { readPlaybook, writePlaybook } from '../inspect/read-playbook.ts';
import { refineFile } from '../inspect/refine-file.ts';
import { refineFileText } from '../inspect/refine-file-text.ts';
import { exitCodes } from './exit-codes.ts';
import { guardsAsked } from './guards-asked.ts';
import { makeEmbedder } from './make-embedder.ts';
import type { CliDeps } from './cli-deps.ts';

export type DedupRefineOptions = {
  readonly threshold: number;
  readonly embedder: string;
  readonly guards: readonly string[];
  readonly scope: string;
  readonly onDuplicate: string;
  readonly near: number;
  readonly out?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly all?: boolean;
  readonly json?: boolean;
};

const action = 'refine';
/** How duplicates can be resolved without asking a model. */
const rules = duplicateRuleNames.filter((name) => duplicateRules[name] !== 'written');
// Enough for the wait to be felt.
const manyBullets = 5_000;

/** De-duplicates a playbook file and tells what merged, what guards kept apart and what was near. Throws UserError. */
export async function dedupRefineCommand(path: string, options: DedupRefineOptions, deps: CliDeps): Promise<number> {
  const { threshold, near, out, force = false, dryRun = false, all = false, json = false } = options;
  const guards = guardsAsked(options.guards, `${action} ${path}`);
  const scope = oneOf<RefineScope>('scope', options.scope, refineScopes);
  const onDuplicate = oneOf<OnDuplicate>('--on-duplicate', options.onDuplicate, rules);
  const read = readPlaybook(path);
  if (out !== undefined) refuseOccupied(out, force);
  const embedder = await makeEmbedder(options.embedder, deps, `${action} ${path}`);
  const { count } = await createTokenCounter();
  const { bullets } = read.playbook;
  if (bullets.length > manyBullets) {
    const pairs = ((bullets.length * (bullets.length - 1)) / 2 / 1e6).toFixed(0);
    deps.warn(`up to ${pairs} million pairs of ${bullets.length.toLocaleString('en-US')} bullets: this takes a while`);
  }
  const { playbook, report } = await refineFile(
    read.playbook,
    { threshold, near, scope, onDuplicate, guards },
    { embedder, countTokens: count, render: (one) => writePlaybook(one, read) },
  );
  const written = out !== undefined && !dryRun ? out : null;
  if (written !== null) write(written, `${writePlaybook(playbook, read)}\n`);
  if (json) deps.print(JSON.stringify({ file: path, ...report, written }, null, 2));
  else deps.print(`${refineFileText(report, path, { all })}\n\n${outcome(written, out)}`);
  return exitCodes.fine;
}

function outcome(written: string | null, out: string | undefined): string {
  if (written !== null) return `written to ${written}`;
  return out === undefined ? 'nothing written (--out FILE writes the refined playbook)' : 'nothing written (--dry-run)';
}

function oneOf<T extends string>(option: string, found: string, known: readonly T[]): T {
  const named = known.find((name) => name === found);
  if (named !== undefined) return named;
  throw new UserError(
    `Cannot ${action}: expected ${option} to be one of ${known.join(', ')}, found "${found}"${didYouMean(found, known)}`,
  );
}

/** What stands at the place of a new file: another file is overwritten only if asked, and a link, a device or a pipe never. */
function refuseOccupied(out: string, force: boolean): void {
  const there = lstatSync(out, { throwIfNoEntry: false });
  if (there === undefined) return;
  const refuse = (found: string): never => {
    throw new UserError(`Cannot write ${out}: expected a place for a new file, found ${found}`);
  };
  if (there.isSymbolicLink()) refuse('a symbolic link');
  if (there.isDirectory()) refuse('a folder');
  if (!there.isFile()) refuse('a device, a pipe or a socket');
  if (!force) refuse('a file (--force overwrites it)');
}

function write(path: string, text: string): void {
  try {
    writeWhole(path, text);
  } catch (error) {
    throw new UserError(
      `Cannot write ${path}: expected a place where a file can be written, found ${(error as NodeJS.ErrnoException).code ?? String(error)}`,
    );
  }
}
