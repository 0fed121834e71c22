import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DamageError } from '../core/failure.ts';
import type { RunItem } from '../core/records.ts';
import { chainedLine, chainStart } from './chain.ts';
import { type FileMark, type FileMarks, type KeptCheckpoint, writeCheckpoint } from './checkpoint-file.ts';
import type { EndLine } from './record-shapes.ts';
import { type LineFile, lineFiles, type RunFolder } from './run-folder.ts';

export type RunWriter = {
  /** Takes an item. Lines reach the disk some at a time, all of them before a checkpoint is written. Throws what the disk says. */
  write(item: RunItem): void;
  /** Writes what is left and closes the files, all of them even where one fails. Throws what the disk says first. */
  close(): void;
};

// Characters of lines that are gathered before they are written: what a kill costs is made again from the last checkpoint anyway.
const flushAt = 1 << 15;

/** A writer of a run's files, going on where a checkpoint left them: what stands behind it in the files is cut off. */
export function openRunWriter(run: RunFolder, from: KeptCheckpoint | null): RunWriter {
  const files = new Map(
    lineFiles.map((file) => {
      const mark = from?.marks[file] ?? { bytes: 0, head: chainStart(run, file) };
      return [file, openLines(join(run.folder, file), mark)];
    }),
  );
  const lines = (file: LineFile): Lines => files.get(file)!;
  const endAll = (seq: number): void => {
    const end: EndLine = { kind: 'end', seq };
    for (const file of lineFiles) if (file !== 'records.jsonl') lines(file).add(end);
  };
  return {
    write: (item) => {
      switch (item.kind) {
        case 'record':
          lines('records.jsonl').add(item.record);
          if (item.record.kind === 'end') endAll(item.record.seq);
          return;
        case 'aside':
          lines(item.aside.kind === 'time' ? 'times.jsonl' : 'transcripts.jsonl').add(item.aside);
          return;
        case 'checkpoint': {
          for (const file of files.values()) file.settle();
          const marks = Object.fromEntries(lineFiles.map((file) => [file, lines(file).mark()])) as FileMarks;
          writeCheckpoint(run, { marks, checkpoint: item.checkpoint });
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

type Lines = {
  add(value: object): void;
  /** Brings all lines to the disk itself, so that they outlast a loss of power. */
  settle(): void;
  mark(): FileMark;
  close(): void;
};

function openLines(path: string, from: FileMark): Lines {
  const descriptor = openSync(path, 'a');
  ftruncateSync(descriptor, from.bytes);
  let { bytes: written, head } = from;
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
  /** Somebody else may have moved, replaced or cut the file: what is written then would be lost, or half of a file. */
  const refuseLost = (): void => {
    const [own, there] = [fstatSync(descriptor), statSync(path, { throwIfNoEntry: false })];
    const found =
      there === undefined || there.ino !== own.ino
        ? 'another file or none in its place'
        : own.size < written
          ? `${own.size.toLocaleString('en-US')} bytes`
          : null;
    if (found !== null)
      throw new DamageError(
        `Cannot write ${path}: expected the ${written.toLocaleString('en-US')} bytes that were written to it, found ${found}; it was changed while the run went on: run the same command again`,
      );
  };

  return {
    add: (value) => {
      const chained = chainedLine(head, value);
      head = chained.head;
      waiting.push(chained.line, '\n');
      waitingLength += chained.line.length + 1;
      if (waitingLength >= flushAt) flush();
    },
    settle: () => {
      flush();
      refuseLost();
      fsyncSync(descriptor);
    },
    mark: () => ({ bytes: written, head }),
    close: () => {
      try {
        flush();
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    },
  };
}
