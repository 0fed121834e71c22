import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../core/failure.ts';
import type { RunRecord } from '../core/records.ts';
import { type KeptCheckpoint, readCheckpoint } from '../records/checkpoint-file.ts';
import { type Manifest, readManifest, writeManifest } from '../records/manifest.ts';

export type OpenOptions = {
  /** Move what is there aside and start anew. */
  readonly fresh: boolean;
  /** Go on although the code has changed since. */
  readonly acceptCodeChange: boolean;
  readonly warn: (message: string) => void;
};

/** What is to be done for a run, given what its folder holds. */
export type Opened = { readonly kind: 'whole' } | { readonly kind: 'go'; readonly from: KeptCheckpoint | null };

/** Checks a run's folder before anything is written: throws UserError for another spec, a newer schema, or changed code. */
export function checkRun(folder: string, manifest: Manifest, { fresh, acceptCodeChange }: OpenOptions): void {
  if (fresh) return;
  const found = readManifest(folder);
  if (found === null) {
    if (existsSync(folder) && readdirSync(folder).some((name) => name !== 'lock' && !name.endsWith('.tmp'))) {
      throw new UserError(
        `Cannot use ${folder}: expected a run's folder with a manifest.json, found files without one; --fresh moves them aside`,
      );
    }
    return;
  }
  if (found.specHash !== manifest.specHash) {
    throw new UserError(
      `Cannot use ${folder}: expected a run of spec ${manifest.specHash.slice(0, 8)}, found one of ${found.specHash.slice(0, 8)}; --fresh moves it aside`,
    );
  }
  const known = [found.codeHash, ...found.acceptedCodeHashes];
  if (!acceptCodeChange && !known.includes(manifest.codeHash)) {
    throw new UserError(
      `Cannot go on with ${folder}: expected the code it was made with (${found.codeHash.slice(0, 8)}), found ${manifest.codeHash.slice(0, 8)}; --fresh starts anew, --accept-code-change goes on`,
    );
  }
}

/** Brings a checked and locked folder to where the run starts: manifest written, checkpoint read, old results moved aside if asked. */
export function openRun(folder: string, manifest: Manifest, options: OpenOptions): Opened {
  if (options.fresh) moveAside(folder, manifest.startedAt);
  mkdirSync(folder, { recursive: true });
  const found = readManifest(folder);
  if (found === null) {
    writeManifest(folder, manifest);
    return { kind: 'go', from: null };
  }
  if (![found.codeHash, ...found.acceptedCodeHashes].includes(manifest.codeHash)) {
    writeManifest(folder, { ...found, acceptedCodeHashes: [...found.acceptedCodeHashes, manifest.codeHash] });
  }
  if (isWhole(folder)) return { kind: 'whole' };
  return { kind: 'go', from: readCheckpoint(folder, options.warn) };
}

/** True where the run's last record says that it ended complete. An incomplete one is gone on with from its last checkpoint. */
export function isWhole(folder: string): boolean {
  const lastLine = /(.*)\n$/.exec(readTail(join(folder, 'records.jsonl')))?.[1];
  if (lastLine === undefined || !lastLine.startsWith('{"kind":"end"')) return false;
  return (JSON.parse(lastLine) as Extract<RunRecord, { kind: 'end' }>).status === 'complete';
}

// An end record is a short line: the rest of the file, which may be very long, need not be read.
const tailBytes = 4096;

function readTail(path: string): string {
  if (!existsSync(path)) return '';
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

/** Renames each of a folder's files into `old/<time>/` beneath it: nothing is ever deleted. */
function moveAside(folder: string, startedAt: string): void {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => name !== 'old' && name !== 'lock');
  if (names.length === 0) return;
  const aside = join(folder, 'old', startedAt.replace(/[^0-9TZ]/g, ''));
  mkdirSync(aside, { recursive: true });
  for (const name of names) renameSync(join(folder, name), join(aside, name));
}
