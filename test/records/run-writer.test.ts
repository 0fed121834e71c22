import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Checkpoint, RunItem } from '../../harness/core/records.ts';
import { lineFiles, readCheckpoint } from '../../harness/records/checkpoint-file.ts';
import { openRunWriter } from '../../harness/records/run-writer.ts';
import { tempFolder } from './temp-folder.ts';

const checkpoint = { seq: 2, trials: 0, context: { text: 'x' }, best: null } as unknown as Checkpoint;

function recordItem(seq: number, size = 0): RunItem {
  return {
    kind: 'record',
    record: { kind: 'end', seq, status: 'complete', note: 'n'.repeat(size) },
  } as unknown as RunItem;
}
function timeItem(seq: number): RunItem {
  return { kind: 'aside', aside: { kind: 'time', seq, durationMs: 1, refineMs: null, sandboxMs: null } };
}
const noWarning = (message: string): never => {
  throw new Error(message);
};

function write(folder: string, items: readonly RunItem[], from: Parameters<typeof openRunWriter>[1] = null): void {
  const writer = openRunWriter(folder, from);
  for (const item of items) writer.write(item);
  writer.close();
}
const linesOf = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1);
const seqsOf = (folder: string, file = 'records.jsonl') =>
  linesOf(folder, file).map((line) => (JSON.parse(line) as { readonly seq: number }).seq);

describe('openRunWriter()', () => {
  it('puts records, times and transcripts into files of their own', () => {
    const folder = tempFolder();
    const transcript = { kind: 'transcript', seq: 0, replies: [], answer: '', profiles: {}, steps: [] } as const;
    write(folder, [recordItem(0), timeItem(0), { kind: 'aside', aside: transcript }, recordItem(1)]);
    expect(seqsOf(folder)).toEqual([0, 1]);
    expect(seqsOf(folder, 'times.jsonl')).toEqual([0]);
    expect(seqsOf(folder, 'transcripts.jsonl')).toEqual([0]);
  });

  it('has every line on the disk before a checkpoint that counts it', () => {
    const folder = tempFolder();
    const writer = openRunWriter(folder, null);
    for (const item of [recordItem(0), timeItem(0), recordItem(1)]) writer.write(item);
    writer.write({ kind: 'checkpoint', checkpoint });
    const kept = readCheckpoint(folder, noWarning);
    expect(kept?.checkpoint).toEqual(checkpoint);
    for (const file of lineFiles) expect(statSync(join(folder, file)).size).toBe(kept?.lengths[file]);
    expect(seqsOf(folder)).toEqual([0, 1]);
    writer.close();
  });

  it('goes on behind a checkpoint: what stands behind it, torn or whole, is cut off', () => {
    const folder = tempFolder();
    write(folder, [recordItem(0), timeItem(0), { kind: 'checkpoint', checkpoint }, recordItem(1), timeItem(1)]);
    writeFileSync(join(folder, 'records.jsonl'), '{"torn', { flag: 'a' });
    const from = readCheckpoint(folder, noWarning);
    write(folder, [recordItem(7)], from);
    expect(seqsOf(folder)).toEqual([0, 7]);
    expect(seqsOf(folder, 'times.jsonl')).toEqual([0]);
  });

  it('starts anew without a checkpoint, whatever the files hold', () => {
    const folder = tempFolder();
    write(folder, [recordItem(0), recordItem(1)]);
    write(folder, [recordItem(2)]);
    expect(seqsOf(folder)).toEqual([2]);
  });

  it('writes while it runs, not at the end', () => {
    const folder = tempFolder();
    const writer = openRunWriter(folder, null);
    for (let seq = 0; seq < 100; seq++) writer.write(recordItem(seq, 1000));
    expect(seqsOf(folder).length).toBeGreaterThan(50);
    writer.close();
    expect(seqsOf(folder).length).toBe(100);
  });
});

describe('readCheckpoint()', () => {
  const told = (spoil: (folder: string) => void) => {
    const folder = tempFolder();
    write(folder, [recordItem(0), { kind: 'checkpoint', checkpoint }]);
    spoil(folder);
    const warnings: string[] = [];
    return { kept: readCheckpoint(folder, (message) => warnings.push(message)), warnings };
  };

  it('finds none in a new folder, and says nothing', () => {
    expect(readCheckpoint(tempFolder(), noWarning)).toBeNull();
  });

  it.each([
    ['records are shorter than it says', (folder: string) => writeFileSync(join(folder, 'records.jsonl'), '{}\n')],
    ['it is no JSON', (folder: string) => writeFileSync(join(folder, 'checkpoint.json'), '{"lengths"')],
    ['it is another JSON', (folder: string) => writeFileSync(join(folder, 'checkpoint.json'), 'null')],
  ])('starts anew, and says so, where %s', (_why, spoil) => {
    const { kept, warnings } = told(spoil);
    expect(kept).toBeNull();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('the run starts anew');
  });
});
