import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../harness/core/failure.ts';
import { readLines } from '../../harness/records/read-lines.ts';
import { tempFolder } from './temp-folder.ts';

async function read(
  content: string | Buffer | null,
): Promise<{ values: readonly unknown[]; warnings: readonly string[] }> {
  const path = join(tempFolder(), 'records.jsonl');
  if (content !== null) writeFileSync(path, content);
  const values: unknown[] = [];
  const warnings: string[] = [];
  for await (const value of readLines(path, (message) => warnings.push(message))) values.push(value);
  return { values, warnings };
}

describe('readLines()', () => {
  it('gives the value of each line', async () => {
    expect(await read('{"a":1}\n"two\\nlines"\nnull\n')).toEqual({
      values: [{ a: 1 }, 'two\nlines', null],
      warnings: [],
    });
  });

  it('drops a torn last line, wherever it was cut, and says so', async () => {
    const whole = '{"a":1}\n{"b":"é","c":[2]}\n';
    const bytes = Buffer.from(whole);
    for (let length = 9; length < bytes.length; length++) {
      const { values, warnings } = await read(bytes.subarray(0, length));
      expect(values).toEqual([{ a: 1 }]);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toMatch(/records\.jsonl: dropped a torn line at its end \(\d+ characters\)/);
    }
  });

  it('throws a UserError that names file and line for a broken line before the last', async () => {
    const reading = read('{"a":1}\n{"b":\n{"c":3}\n');
    await expect(reading).rejects.toBeInstanceOf(UserError);
    await expect(reading).rejects.toThrow(/records\.jsonl line 2: expected JSON, found "\{\\"b\\":"/);
  });

  it('finds no lines in a file that is empty or does not exist', async () => {
    expect(await read('')).toEqual({ values: [], warnings: [] });
    expect(await read(null)).toEqual({ values: [], warnings: [] });
  });

  it('gives lines whole that are longer than what is read at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(1, 100_000, 262_144, 700_001), { maxLength: 4 }), async (sizes) => {
        const values = sizes.map((size, index) => ({ index, text: 'ä'.repeat(size) }));
        expect((await read(values.map((value) => `${JSON.stringify(value)}\n`).join(''))).values).toEqual(values);
      }),
      { numRuns: 8 },
    );
  });
});
