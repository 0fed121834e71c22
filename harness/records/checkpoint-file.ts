import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkpoint } from '../core/records.ts';
import { atomicWrite } from './atomic-write.ts';

/** Files of a run that grow by lines; the records last, so that when their end is on the disk all that stands beside them is too. */
export const lineFiles = ['times.jsonl', 'transcripts.jsonl', 'records.jsonl'] as const;
export type LineFile = (typeof lineFiles)[number];
export type Lengths = { readonly [file in LineFile]: number };

/** A checkpoint, and the bytes that each file of lines had when it was made. */
export type KeptCheckpoint = { readonly lengths: Lengths; readonly checkpoint: Checkpoint };

/** Replaces the run's checkpoint, whole or not at all. */
export function writeCheckpoint(folder: string, kept: KeptCheckpoint): void {
  atomicWrite(join(folder, 'checkpoint.json'), `${JSON.stringify(kept)}\n`);
}

/** The checkpoint to go on from; null where there is none or where the files hold less than it says (then the run starts anew, and that is said). */
export function readCheckpoint(folder: string, warn: (message: string) => void): KeptCheckpoint | null {
  const path = join(folder, 'checkpoint.json');
  if (!existsSync(path)) return null;
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as KeptCheckpoint;
    const short = lineFiles.find((file) => statSync(join(folder, file)).size < kept.lengths[file]);
    if (short === undefined) return kept;
    warn(`${folder}: ${short} is shorter than the checkpoint says; the run starts anew`);
  } catch (error) {
    warn(`${folder}: the checkpoint cannot be used (${(error as Error).message}); the run starts anew`);
  }
  return null;
}
