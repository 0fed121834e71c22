import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../harness/core/failure.ts';
import type { RunRecord } from '../../harness/core/records.ts';
import { chainedLine, chainStart } from '../../harness/records/chain.ts';
import { readRecords, readTimes } from '../../harness/records/read-run-lines.ts';
import type { RunFolder } from '../../harness/records/run-folder.ts';
import { adaptation, end, refine, round, trial, usage } from '../report/run-stream.ts';
import { someFolder, timeItem, write } from './some-run.ts';

const records: readonly RunRecord[] = [
  trial({ seq: 0, failure: { kind: 'length', message: 'cut', role: 'generator' }, gradeUsage: { judge: usage(1, 2) } }),
  adaptation({
    seq: 1,
    events: [
      { kind: 'lessons', task: 't', lessons: ['a'], rounds: 1 },
      {
        kind: 'delta',
        round: 1,
        ops: [
          { key: '1/t/0', op: { op: 'add', section: 'S', text: 'x', type: null, rationale: null } },
          { key: '1/t/1', op: { op: 'unknown', found: '{}' } },
        ],
        applied: [{ key: '1/t/0', id: 's-00001' }],
        rejected: [{ key: '1/t/1', reason: 'unknown-op' }],
        used: [['s-00001', 2]],
      },
      { kind: 'rewrite', context: { text: 'all', list: [1, null] } },
      { kind: 'failed', role: 'embedder', task: 't', failure: { kind: 'network', message: 'gone' } },
    ],
  }),
  refine({
    seq: 2,
    events: [
      {
        kind: 'refine',
        trigger: 'delta',
        merged: [{ from: 'b', into: 'a', cosine: 0.9, text: 'ab' }],
        replaced: [{ id: 'c', by: 'a', cosine: 0.8 }],
        vetoed: [{ a: 'a', b: 'd', texts: ['x', 'y'], cosine: 0.99, guard: 'negation' }],
        compared: 3,
        tokensBefore: 9,
        tokensAfter: 5,
      },
      { kind: 'evict', ids: ['a'], ties: 0, tokensBefore: 5, tokensAfter: 2, exceedsBy: 0 },
    ],
  }),
  round({ seq: 3, valScore: 0.5, valRound: 1 }),
  end({ seq: 4 }),
];

function recorded(): RunFolder {
  const run = someFolder();
  write(run, [...records.map((record) => ({ kind: 'record', record }) as const), timeItem(0), timeItem(1)]);
  return run;
}

async function read(run: RunFolder) {
  const warnings: string[] = [];
  const found: RunRecord[] = [];
  for await (const record of readRecords(run, (message) => warnings.push(message))) found.push(record);
  return { found, warnings };
}

/** What reading says of records that were changed. */
async function refusal(change: (lines: readonly string[]) => readonly string[]): Promise<string> {
  const run = recorded();
  const path = join(run.folder, 'records.jsonl');
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  writeFileSync(path, `${change(lines).join('\n')}\n`);
  const error = await read(run).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(UserError);
  expect((error as Error).message).toContain(path);
  return (error as Error).message;
}

describe('readRecords()', () => {
  it('gives back what was written, of every kind', async () => {
    expect(await read(recorded())).toEqual({ found: records, warnings: [] });
  });

  it.each<readonly [string, (lines: readonly string[]) => readonly string[], string]>([
    ['a digit was changed', (lines) => lines.map((line) => line.replace('"score":1,', '"score":0,')), 'line 1'],
    ['a line was deleted', (lines) => lines.filter((_, index) => index !== 2), 'line 3'],
    ['a line was doubled', (lines) => lines.flatMap((line, index) => (index === 1 ? [line, line] : [line])), 'line 3'],
    ['two lines were exchanged', ([a, b, c, ...rest]) => [a!, c!, b!, ...rest], 'line 2'],
    ['line ends were converted', (lines) => lines.map((line) => `${line}\r`), 'line ends were converted'],
    ['a line is no JSON', ([first, ...rest]) => [first!, '{"kind"', ...rest], 'line 2'],
  ])('finds that %s, and says where and the way out', async (_what, change, place) => {
    const message = await refusal(change);
    expect(message).toContain(place);
    expect(message).toMatch(/--fresh --only \S+ moves the run aside/);
  });

  it('finds the records of another run', async () => {
    await expect(read({ ...recorded(), specHash: '9999' })).rejects.toThrow('line 1: expected a line that');
  });

  it('refuses what is chained and no record, naming the place in it', async () => {
    const run = someFolder();
    const { line } = chainedLine(chainStart(run, 'records.jsonl'), { ...records[4], trials: 'many' });
    writeFileSync(join(run.folder, 'records.jsonl'), `${line}\n`);
    await expect(read(run)).rejects.toThrow(/line 1: expected a number at trials, found "many"/);
  });

  it('drops a torn last line, and says so', async () => {
    const run = recorded();
    const path = join(run.folder, 'records.jsonl');
    writeFileSync(path, readFileSync(path).subarray(0, -9));
    const { found, warnings } = await read(run);
    expect(found).toEqual(records.slice(0, -1));
    expect(warnings).toEqual([
      expect.stringMatching(/records\.jsonl: dropped a torn line at its end \(\d+ characters\)/),
    ]);
  });

  it('finds none where there is no file', async () => {
    const run = recorded();
    rmSync(join(run.folder, 'records.jsonl'));
    expect(await read(run)).toEqual({ found: [], warnings: [] });
  });
});

describe('readTimes()', () => {
  it('gives the times beside the records', async () => {
    const seqs: number[] = [];
    for await (const { seq } of readTimes(recorded(), () => {}, false)) seqs.push(seq);
    expect(seqs).toEqual([0, 1]);
  });
});
