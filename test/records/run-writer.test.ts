import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCheckpoint } from '../../harness/records/checkpoint-file.ts';
import { lineFiles, type RunFolder } from '../../harness/records/run-folder.ts';
import { openRunWriter } from '../../harness/records/run-writer.ts';
import { end } from '../report/run-stream.ts';
import { checkpoint, recordItem, someFolder, timeItem, write } from './some-run.ts';

function seqsOf({ folder }: RunFolder, file = 'records.jsonl'): readonly number[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => (JSON.parse(line) as { readonly seq: number }).seq);
}

describe('openRunWriter()', () => {
  it('puts records, times and transcripts into files of their own', () => {
    const run = someFolder();
    const transcript = { kind: 'transcript', seq: 0, replies: [], answer: '', profiles: {}, steps: [] } as const;
    write(run, [recordItem(0), timeItem(0), { kind: 'aside', aside: transcript }, recordItem(1)]);
    expect(seqsOf(run)).toEqual([0, 1]);
    expect(seqsOf(run, 'times.jsonl')).toEqual([0]);
    expect(seqsOf(run, 'transcripts.jsonl')).toEqual([0]);
  });

  it('has every line on the disk before a checkpoint that counts it', async () => {
    const run = someFolder();
    const writer = openRunWriter(run, null);
    for (const item of [recordItem(0), timeItem(0), recordItem(1)]) writer.write(item);
    writer.write({ kind: 'checkpoint', checkpoint });
    const kept = await readCheckpoint(run);
    expect(kept?.checkpoint).toEqual(checkpoint);
    for (const file of lineFiles) expect(statSync(join(run.folder, file)).size).toBe(kept?.marks[file].bytes);
    expect(seqsOf(run)).toEqual([0, 1]);
    writer.close();
  });

  it('goes on behind a checkpoint: what stands behind it, torn or whole, is cut off', async () => {
    const run = someFolder();
    write(run, [recordItem(0), timeItem(0), { kind: 'checkpoint', checkpoint }, recordItem(1), timeItem(1)]);
    writeFileSync(join(run.folder, 'records.jsonl'), '{"torn', { flag: 'a' });
    write(run, [recordItem(7)], await readCheckpoint(run));
    expect(seqsOf(run)).toEqual([0, 7]);
    expect(seqsOf(run, 'times.jsonl')).toEqual([0]);
  });

  it('gives the same bytes whole and resumed', async () => {
    const [whole, cut] = [someFolder(), someFolder()];
    const items = [recordItem(0), timeItem(0), { kind: 'checkpoint', checkpoint } as const];
    write(whole, [...items, recordItem(1), timeItem(1)]);
    write(cut, items);
    write(cut, [recordItem(1), timeItem(1)], await readCheckpoint(cut));
    for (const file of lineFiles)
      expect(readFileSync(join(cut.folder, file))).toEqual(readFileSync(join(whole.folder, file)));
  });

  it('starts anew without a checkpoint, whatever the files hold', () => {
    const run = someFolder();
    write(run, [recordItem(0), recordItem(1)]);
    write(run, [recordItem(2)]);
    expect(seqsOf(run)).toEqual([2]);
  });

  it('writes while it runs, not at the end', () => {
    const run = someFolder();
    const writer = openRunWriter(run, null);
    for (let seq = 0; seq < 200; seq++) writer.write(recordItem(seq));
    expect(seqsOf(run).length).toBeGreaterThan(50);
    writer.close();
    expect(seqsOf(run).length).toBe(200);
  });

  it.each<readonly [string, (path: string) => void]>([
    ['is deleted', (path) => rmSync(path)],
    [
      'is replaced',
      (path) => {
        const text = readFileSync(path);
        rmSync(path);
        writeFileSync(path, text);
      },
    ],
    ['is cut', (path) => truncateSync(path, 3)],
  ])('notices at the next checkpoint that a file %s while it is written', (_what, spoil) => {
    const run = someFolder();
    const writer = openRunWriter(run, null);
    writer.write(recordItem(0));
    writer.write({ kind: 'checkpoint', checkpoint });
    spoil(join(run.folder, 'records.jsonl'));
    writer.write(recordItem(1));
    expect(() => writer.write({ kind: 'checkpoint', checkpoint })).toThrow(
      /^Cannot write .*records\.jsonl: expected the [\d,]+ bytes that were written to it, found .*; it was changed while the run went on/,
    );
    writer.close();
  });

  it('ends the files beside the records where the run ends', () => {
    const run = someFolder();
    write(run, [recordItem(0), timeItem(0), { kind: 'record', record: end({ seq: 1 }) }]);
    expect(seqsOf(run, 'times.jsonl')).toEqual([0, 1]);
    expect(seqsOf(run, 'transcripts.jsonl')).toEqual([1]);
  });
});
