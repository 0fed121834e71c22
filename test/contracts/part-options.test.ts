import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { waysOfWorking } from './part-options.ts';

const withDefaults = { options: z.strictObject({ size: z.int().default(3) }) };
const withoutDefaults = { options: z.strictObject({ file: z.string() }) };
const none = { suites: {}, methods: {}, providers: {}, embedders: {} };

describe('waysOfWorking()', () => {
  it('takes the defaults of a part that no table names', () => {
    expect(waysOfWorking('suites', 'new', withDefaults, none)).toEqual([{}]);
  });

  it('adds what the table has for that kind of part alone', () => {
    const table = { ...none, suites: { new: [{ size: 4 }] }, methods: { new: [{ size: 5 }] } };
    expect(waysOfWorking('suites', 'new', withDefaults, table)).toEqual([{}, { size: 4 }]);
  });

  it('takes a part whose options have no default by the table alone', () => {
    const table = { ...none, suites: { new: [{ file: 'a.jsonl' }] } };
    expect(waysOfWorking('suites', 'new', withoutDefaults, table)).toEqual([{ file: 'a.jsonl' }]);
  });

  it('throws for a part that would be left out in silence', () => {
    expect(() => waysOfWorking('suites', 'new', withoutDefaults, none)).toThrow(
      /^Cannot hold suites\.new to its contract: expected its options to have defaults, .*found neither$/,
    );
  });
});
