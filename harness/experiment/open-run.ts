import { closeSync, fstatSync, openSync, readdirSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../core/failure.ts';
import { makeFolder } from '../core/make-folder.ts';
import { shortHash } from '../core/hash.ts';
import { objectIn } from '../core/json-lines.ts';
import type { EndRecord } from '../core/records.ts';
import { type KeptCheckpoint, readCheckpoint } from '../records/checkpoint-file.ts';
import { type Manifest, readManifest, writeManifest } from '../records/manifest.ts';
import { damage } from '../records/read-run-lines.ts';
import type { PlannedManifest } from './manifest-of.ts';

export type OpenOptions = {
  /** Move what is there aside and start anew. */
  readonly fresh: boolean;
  /** Go on although the code has changed since. */
  readonly acceptCodeChange: boolean;
  readonly warn: (message: string) => void;
};

/** What is to be done for a run, given what its folder holds. */
export type Opened = { readonly kind: 'whole' } | { readonly kind: 'go'; readonly from: KeptCheckpoint | null };

/** Throws DamageError for the manifest of another run. */
export function refuseForeign(folder: string, { runId }: Pick<Manifest, 'runId'>, expected: string): void {
  if (runId !== expected)
    throw damage(join(folder, 'manifest.json'), `that of ${expected}`, `that of ${runId}`, { runId: expected });
}

/** Checks a run's folder before anything is written: throws UserError for another spec, a newer schema, or changed code. */
export function checkRun(folder: string, manifest: PlannedManifest, { fresh, acceptCodeChange }: OpenOptions): void {
  if (fresh) return;
  const found = readManifest(folder);
  if (found === null) {
    const foreign = namesIn(folder).find((name) => !isOurs(name));
    if (foreign === undefined) return;
    throw new UserError(
      `Cannot use ${folder}: expected a run's folder with a manifest.json, found ${foreign} without one; --fresh moves it aside`,
    );
  }
  refuseForeign(folder, found, manifest.runId);
  if (found.specHash !== manifest.specHash) {
    throw new UserError(
      `Cannot use ${folder}: expected a run of spec ${shortHash(manifest.specHash)}, found one of ${shortHash(found.specHash)}; --fresh moves it aside`,
    );
  }
  if (!acceptCodeChange && !codeHashesOf(found).includes(manifest.codeHash)) {
    throw new UserError(
      `Cannot resume ${folder}: expected the code it was made with (${shortHash(found.codeHash)}), found ${shortHash(manifest.codeHash)}; --fresh starts anew, --accept-code-change resumes`,
    );
  }
}

/**
 * Brings a checked and locked folder to where the run starts: old results moved aside if asked, manifest written, checkpoint read. The
 * fingerprint is asked for only where a manifest is to be written, since it may need a model to be loaded.
 */
export async function openRun(
  folder: string,
  manifest: PlannedManifest,
  vectorFingerprint: () => Promise<string>,
  { fresh }: OpenOptions,
): Promise<Opened> {
  if (fresh) moveAside(folder, manifest.startedAt);
  const found = readManifest(folder);
  if (found !== null) refuseForeign(folder, found, manifest.runId);
  if (found === null) {
    writeManifest(folder, { ...manifest, vectorFingerprint: await vectorFingerprint() });
    return { kind: 'go', from: null };
  }
  if (!codeHashesOf(found).includes(manifest.codeHash))
    writeManifest(folder, { ...found, acceptedCodeHashes: [...found.acceptedCodeHashes, manifest.codeHash] });
  return isWhole(folder)
    ? { kind: 'whole' }
    : { kind: 'go', from: await readCheckpoint({ folder, runId: found.runId, specHash: found.specHash }) };
}

function codeHashesOf({ codeHash, acceptedCodeHashes }: Manifest): readonly string[] {
  return [codeHash, ...acceptedCodeHashes];
}

/** True where the run's last record says that it ended complete. An incomplete one is gone on with from its last checkpoint. */
export function isWhole(folder: string): boolean {
  const lastLine = /(.*)\n$/.exec(readTail(join(folder, 'records.jsonl')))?.[1];
  if (lastLine === undefined || !lastLine.startsWith('{"kind":"end"')) return false;
  // Whether it was changed is found by who reads the run.
  return (objectIn(lastLine) as Partial<EndRecord> | null)?.status === 'complete';
}

// An end record is a short line: the rest of the file, which may be very long, need not be read.
const tailBytes = 4096;

function readTail(path: string): string {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return '';
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, tailBytes));
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8');
  } finally {
    closeSync(descriptor);
  }
}

function namesIn(folder: string): readonly string[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) throw new UserError(`Cannot use ${folder}: expected a run's folder, found a file`);
  return readdirSync(folder);
}

/** What may stand in a run's folder before there is a manifest: locks, what a killed write left, and what --fresh moved aside. */
function isOurs(name: string): boolean {
  return name === 'old' || /^lock(\.|$)/.test(name) || name.endsWith('.tmp');
}

/** Renames each of a folder's files into `old/<time>/` beneath it, the manifest last: nothing is ever deleted. */
function moveAside(folder: string, startedAt: string): void {
  const names = namesIn(folder).filter((name) => !isOurs(name) && name !== 'manifest.json');
  if (statSync(join(folder, 'manifest.json'), { throwIfNoEntry: false }) !== undefined) names.push('manifest.json');
  if (names.length === 0) return;
  const aside = join(folder, 'old', startedAt.replace(/[^0-9TZ]/g, ''));
  makeFolder(aside);
  for (const name of names) renameSync(join(folder, name), join(aside, name));
}
