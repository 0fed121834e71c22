import { describe, expect, it } from 'vitest';
import { countDuplicates, finerPrompts } from '../../benchmarks/finer/finer-prompts.ts';
import { UserError } from '../../harness/core/failure.ts';
import { inventedRows } from './invented-rows.ts';

describe('finerPrompts()', () => {
  it('names prompts by row number and takes the whole prompt as text, the tags as gold', () => {
    const rows = inventedRows(3);
    const prompts = finerPrompts(rows);
    expect(prompts.map(({ id }) => id)).toEqual(['finer-0001', 'finer-0002', 'finer-0003']);
    expect(prompts.map(({ text }) => text)).toEqual(rows.map(({ context }) => context));
    expect(prompts.map(({ gold }) => gold.join(','))).toEqual(rows.map(({ target }) => target));
    expect(prompts[0]!.examples.map(({ tag }) => tag)).toEqual(prompts[0]!.gold);
  });

  it('throws with the line where tags and questions do not pair up', () => {
    const [row] = inventedRows(1);
    expect(() => finerPrompts([{ ...row!, target: 'Goodwill,Revenues', line: 7 }])).toThrow(UserError);
    expect(() => finerPrompts([{ ...row!, target: 'Goodwill,Revenues', line: 7 }])).toThrow(
      'expected a question for each of 2 tags in line 7, found 4 questions',
    );
  });
});

describe('countDuplicates()', () => {
  it('counts prompts that repeat an earlier one', () => {
    const rows = inventedRows(4);
    expect(countDuplicates(finerPrompts(rows))).toBe(0);
    expect(countDuplicates(finerPrompts([...rows, rows[0]!, rows[0]!, rows[2]!]))).toBe(3);
  });
});
