import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWhole } from '../../harness/experiment/open-run.ts';
import { tempFolder } from '../records/temp-folder.ts';

const end = (status: string) => JSON.stringify({ kind: 'end', seq: 9, status, rounds: 1, trials: 2 });

function wholeWith(records: string | null): boolean {
  const folder = tempFolder();
  if (records !== null) writeFileSync(join(folder, 'records.jsonl'), records);
  return isWhole(folder);
}

describe('isWhole()', () => {
  it('is true where the last line is a complete end, however long the lines before it', () => {
    expect(wholeWith(`${end('complete')}\n`)).toBe(true);
    expect(wholeWith(`{"kind":"adaptation","text":"${'x'.repeat(100_000)}"}\n${end('complete')}\n`)).toBe(true);
  });

  it.each([
    ['there are no records', null],
    ['records are empty', ''],
    ['the end is incomplete', `${end('incomplete')}\n`],
    ['the end is torn', end('complete').slice(0, -2)],
    ['the end has no line break yet', end('complete')],
    ['something stands behind an end', `${end('complete')}\n{"kind":"trial"}\n`],
    ['the last line is long', `{"kind":"adaptation","text":"${'x'.repeat(100_000)}"}\n`],
    ['another kind of record quotes one', `{"kind":"adaptation","text":${JSON.stringify(end('complete'))}}\n`],
  ])('is false where %s', (_what, records) => {
    expect(wholeWith(records)).toBe(false);
  });
});
