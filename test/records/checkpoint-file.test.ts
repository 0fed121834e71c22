import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../harness/core/failure.ts';
import { readCheckpoint } from '../../harness/records/checkpoint-file.ts';
import { checkpoint, recordItem, runId, someFolder, timeItem, write } from './some-run.ts';

describe('readCheckpoint()', () => {
  it('finds none in a new folder', async () => {
    expect(await readCheckpoint(someFolder())).toBeNull();
  });

  it.each([
    ['records are shorter than it says', 'records.jsonl', (text: string) => text.slice(0, text.indexOf('\n') + 1)],
    [
      'a record was changed',
      'records.jsonl',
      (text: string) => text.replace('"contextTokens":500', '"contextTokens":5'),
    ],
    ['a time was changed', 'times.jsonl', (text: string) => text.replace('"durationMs":1', '"durationMs":2')],
    ['line ends were converted', 'records.jsonl', (text: string) => text.replaceAll('\n', '\r\n')],
    ['it is no JSON', 'checkpoint.json', () => '{"lengths"'],
    ['it is another JSON', 'checkpoint.json', () => 'null'],
    ['its score was changed', 'checkpoint.json', (text: string) => text.replace('"score":0.5', '"score":0.9')],
  ])('refuses to resume, naming the file and the way out, where %s', async (_why, file, spoil) => {
    const run = someFolder();
    write(run, [recordItem(0), timeItem(0), recordItem(1), { kind: 'checkpoint', checkpoint }]);
    const path = join(run.folder, file);
    const text = readFileSync(path, 'utf8');
    expect(spoil(text)).not.toBe(text);
    writeFileSync(path, spoil(text));
    const refused = await readCheckpoint(run).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UserError);
    expect((refused as Error).message).toContain(path);
    expect((refused as Error).message).toContain(`--fresh --only ${runId}`);
    // Nothing is cut off before it was checked.
    expect(readFileSync(path, 'utf8')).toBe(spoil(text));
  });

  it('refuses the checkpoint of another run', async () => {
    const [own, other] = [someFolder(), { ...someFolder(), specHash: '9999' }];
    write(other, [recordItem(0), { kind: 'checkpoint', checkpoint }]);
    write(own, [recordItem(0)]);
    writeFileSync(join(own.folder, 'checkpoint.json'), readFileSync(join(other.folder, 'checkpoint.json')));
    await expect(readCheckpoint(own)).rejects.toThrow(`expected the checkpoint of ${runId} as it was written`);
  });
});
