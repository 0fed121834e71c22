import type { Checkpoint, RoundRecord, RunItem } from '../../harness/core/records.ts';
import { openRunWriter } from '../../harness/records/run-writer.ts';
import type { RunFolder } from '../../harness/records/run-folder.ts';
import { round } from '../report/run-stream.ts';
import { tempFolder } from './temp-folder.ts';

export const runId = 'sums.static.s1-0a1b2c3d';

export function someFolder(): RunFolder {
  return { folder: tempFolder(), runId, specHash: '0a1b' };
}

export function recordItem(seq: number, fields: Partial<RoundRecord> = {}): RunItem {
  return { kind: 'record', record: round({ seq, ...fields }) };
}

export function timeItem(seq: number): RunItem {
  return {
    kind: 'aside',
    aside: { kind: 'time', seq, durationMs: 1, refineMs: null, refineEmbeddingMs: null, sandboxMs: null },
  };
}

export const checkpoint: Checkpoint = {
  seq: 2,
  trials: 0,
  context: { text: 'x' },
  best: null,
  lessonsSeen: ['a'],
  embedded: ['0123456789abcdef'],
  previous: round({ seq: 1 }),
  lastProbe: { score: 0.5, round: 1, contextHash: 'f' },
};

export function write(
  run: RunFolder,
  items: readonly RunItem[],
  from: Parameters<typeof openRunWriter>[1] = null,
): void {
  const writer = openRunWriter(run, from);
  for (const item of items) writer.write(item);
  writer.close();
}
