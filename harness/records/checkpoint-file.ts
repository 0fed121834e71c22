import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonIn } from '../core/json-lines.ts';
import type { Checkpoint } from '../core/records.ts';
import { writeWhole } from '../core/write-whole.ts';
import { chainedLine, chainStart, unchained } from './chain.ts';
import { expectation } from '../text/expectation.ts';
import { chainedLines, damage, misfit } from './read-run-lines.ts';
import { checkpointShape } from './record-shapes.ts';
import { type LineFile, lineFiles, type RunFolder } from './run-folder.ts';

const name = 'checkpoint.json';

/** How far a file of lines had come: its bytes and the head of its chain. */
export type FileMark = { readonly bytes: number; readonly head: string };
export type FileMarks = { readonly [file in LineFile]: FileMark };

/** A checkpoint, and how far each file of lines had come when it was made. */
export type KeptCheckpoint = { readonly marks: FileMarks; readonly checkpoint: Checkpoint };

const mark = z.strictObject({ bytes: z.int().min(0), head: z.string() });
const keptShape = z.strictObject({
  marks: z.strictObject({ 'times.jsonl': mark, 'transcripts.jsonl': mark, 'records.jsonl': mark }),
  checkpoint: checkpointShape,
});

/** Replaces the run's checkpoint, whole or not at all. It is one chained line, so that it tells its run and whether it was changed. */
export function writeCheckpoint(run: RunFolder, kept: KeptCheckpoint): void {
  writeWhole(join(run.folder, name), `${chainedLine(chainStart(run, name), kept).line}\n`);
}

/**
 * The checkpoint to resume from, null where there is none. All that stands in the files up to it is checked before anything is cut off. Throws
 * UserError for a checkpoint of another run, one that was changed, and files that do not hold what it says.
 */
export async function readCheckpoint(run: RunFolder): Promise<KeptCheckpoint | null> {
  const path = join(run.folder, name);
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8').replace(/\n$/, '');
  const whole = unchained(chainStart(run, name), text);
  if (whole === null) throw damage(path, `the checkpoint of ${run.runId} as it was written`, 'another', run);
  const value = jsonIn(whole.text);
  const parsed = keptShape.safeParse(value, { error: expectation });
  if (!parsed.success) throw misfit(path, parsed.error, value, run);
  for (const file of lineFiles) await refuseOther(run, file, parsed.data.marks[file]);
  return parsed.data;
}

/** Goes through a file up to a mark. */
async function refuseOther(run: RunFolder, file: LineFile, { bytes, head }: FileMark): Promise<void> {
  let reached: FileMark = { bytes: 0, head: chainStart(run, file) };
  if (bytes > 0)
    for await (const line of chainedLines(run, file, () => {})) {
      reached = line;
      if (line.bytes >= bytes) break;
    }
  if (reached.bytes === bytes && reached.head === head) return;
  const path = join(run.folder, file);
  const expected = `${bytes.toLocaleString('en-US')} bytes or more, as the checkpoint says`;
  throw damage(path, expected, `${reached.bytes.toLocaleString('en-US')} that fit it`, run);
}
