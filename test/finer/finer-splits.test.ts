import { describe, expect, it } from 'vitest';
import { gramsOf, ownSplits } from '../../benchmarks/domain/split-by-components.ts';
import { finerPrompts } from '../../benchmarks/finer/finer-prompts.ts';
import { giantNote, splitFiner, type FinerSplits } from '../../benchmarks/finer/finer-splits.ts';
import { parseFinerQuestion } from '../../benchmarks/finer/parse-question.ts';
import { UserError } from '../../harness/core/failure.ts';
import { inventedRows } from './invented-rows.ts';
import { hasOfficialRows, officialRows } from './official-rows.ts';

const prompts = finerPrompts(inventedRows(40));

function gramsBySplit({ tasks }: FinerSplits): readonly ReadonlySet<string>[] {
  return ownSplits.map(
    (split) =>
      new Set(
        tasks[split].flatMap(({ text }) => parseFinerQuestion(text).questions.flatMap((q) => gramsOf(q.sentence))),
      ),
  );
}

describe('splitFiner()', () => {
  it('meets the shares where prompts share nothing', () => {
    const splits = splitFiner(prompts, { dataSeed: 1, limits: {} });
    expect(splits.sizes).toEqual({ train: 20, val: 6, test: 14 });
    expect(giantNote(splits)).toBeNull();
  });

  it('takes the first tasks of the seeded order for a limit, without moving the others', () => {
    const whole = splitFiner(prompts, { dataSeed: 1, limits: {} });
    const limited = splitFiner(prompts, { dataSeed: 1, limits: { train: 5, test: 14 } });
    expect(limited.tasks.train).toEqual(whole.tasks.train.slice(0, 5));
    expect(limited.tasks.val).toEqual(whole.tasks.val);
    expect(limited.tasks.test).toEqual(whole.tasks.test);
    expect(limited.sizes).toEqual(whole.sizes);
    expect(splitFiner(prompts, { dataSeed: 2, limits: {} }).tasks).not.toEqual(whole.tasks);
  });

  it('says how many prompts there are where a limit cannot be met', () => {
    for (const test of [15, 0, 2.5, Number.NaN]) {
      const act = () => splitFiner(prompts, { dataSeed: 1, limits: { test } });
      expect(act).toThrow(UserError);
      expect(act).toThrow(
        `expected limits.test to be a whole number from 1 to 14, the prompts of that split, found ${test}`,
      );
    }
  });

  it('throws for an empty split', () => {
    const act = () => splitFiner(prompts.slice(0, 1), { dataSeed: 1, limits: {} });
    expect(act).toThrow(UserError);
    expect(act).toThrow('expected prompts in split val, found none');
  });

  it('keeps a repeated prompt in the split and scenario of the first one', () => {
    const twice = finerPrompts([...inventedRows(40), inventedRows(1)[0]!]);
    for (const dataSeed of [1, 2, 3, 4, 5]) {
      const { tasks } = splitFiner(twice, { dataSeed, limits: {} });
      const home = ownSplits.find((split) => tasks[split].some(({ id }) => id === 'finer-0001'))!;
      const pair = tasks[home].filter(({ id }) => id === 'finer-0001' || id === 'finer-0041');
      expect(pair.map(({ scenario }) => scenario)).toEqual(['component-0001', 'component-0001']);
    }
  });
});

describe('giantNote()', () => {
  it('names the largest component and the sizes that it leads to', () => {
    const row = inventedRows(1)[0]!;
    const crowded = finerPrompts([...inventedRows(10), ...Array.from({ length: 20 }, () => row)]);
    expect(giantNote(splitFiner(crowded, { dataSeed: 1, limits: {} }))).toBe(
      '21 of 30 prompts are one component of shared 13-grams and all in train: train/val/test are 21/3/6 instead of 15/5/11',
    );
  });
});

describe.skipIf(!hasOfficialRows)('splitFiner() on the official rows beside the repository', () => {
  it('shares no 13-gram of sentences between splits', async () => {
    const official = finerPrompts(await officialRows());
    for (const dataSeed of [1, 2]) {
      const [train, val, test] = gramsBySplit(splitFiner(official, { dataSeed, limits: {} }));
      for (const [a, b] of [
        [train!, val!],
        [train!, test!],
        [val!, test!],
      ] as const)
        expect([...a].filter((gram) => b.has(gram))).toEqual([]);
    }
  });

  it('meets the shares, since no component is larger than a split', async () => {
    const splits = splitFiner(finerPrompts(await officialRows()), { dataSeed: 1, limits: {} });
    expect(splits.componentSizes.slice(0, 3)).toEqual([40, 23, 9]);
    expect(splits.sizes).toEqual({ train: 250, val: 75, test: 175 });
  });
});
