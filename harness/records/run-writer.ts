import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { RunItem } from '../core/records.ts';
import { type KeptCheckpoint, type LineFile, lineFiles, writeCheckpoint } from './checkpoint-file.ts';

export type RunWriter = {
  /** Takes an item. Lines reach the disk some at a time, all of them before a checkpoint is written. Throws what the disk says. */
  write(item: RunItem): void;
  /** Writes what is left and closes the files, all of them even where one fails. Throws what the disk says first. */
  close(): void;
};

// Characters of lines that are gathered before they are written: what a kill costs is made again from the last checkpoint anyway.
const flushAt = 1 << 15;

/** A writer of a run's files, going on where a checkpoint left them: what stands behind it in the files is cut off. */
export function openRunWriter(folder: string, from: KeptCheckpoint | null): RunWriter {
  const files = new Map(lineFiles.map((file) => [file, openLines(join(folder, file), from?.lengths[file] ?? 0)]));
  const lines = (file: LineFile): Lines => files.get(file)!;
  return {
    write: (item) => {
      switch (item.kind) {
        case 'record':
          lines('records.jsonl').add(item.record);
          return;
        case 'aside':
          lines(item.aside.kind === 'time' ? 'times.jsonl' : 'transcripts.jsonl').add(item.aside);
          return;
        case 'checkpoint': {
          for (const file of files.values()) file.flush();
          const lengths = Object.fromEntries(
            lineFiles.map((file) => [file, lines(file).length()]),
          ) as KeptCheckpoint['lengths'];
          writeCheckpoint(folder, { lengths, checkpoint: item.checkpoint });
          return;
        }
      }
    },
    close: () => {
      const failures: unknown[] = [];
      for (const file of lineFiles) {
        try {
          lines(file).close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

type Lines = { add(value: object): void; flush(): void; length(): number; close(): void };

function openLines(path: string, length: number): Lines {
  const descriptor = openSync(path, 'a');
  ftruncateSync(descriptor, length);
  let written = length;
  let waiting: string[] = [];
  let waitingLength = 0;
  const flush = (): void => {
    if (waiting.length === 0) return;
    const bytes = Buffer.from(waiting.join(''), 'utf8');
    // Given up before they are written: after a write that failed half-way, the same lines must not follow their own first half.
    waiting = [];
    waitingLength = 0;
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    written += bytes.length;
  };
  return {
    add: (value) => {
      const line = `${JSON.stringify(value)}\n`;
      waiting.push(line);
      waitingLength += line.length;
      if (waitingLength >= flushAt) flush();
    },
    flush,
    length: () => written,
    close: () => {
      try {
        flush();
      } finally {
        closeSync(descriptor);
      }
    },
  };
}
