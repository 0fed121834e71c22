import { expect, test } from 'vitest';
import { contentStems } from '../../benchmarks/tagging/content-stems.ts';
import { families } from '../../benchmarks/tagging/families.ts';
import { splitWordings } from '../../benchmarks/tagging/split-wordings.ts';
import { createRng } from '../../harness/core/rng.ts';

test.each([1, 2, 3])(
  'each wording is taught or held, and each held one shares a content word with a taught one (seed %d)',
  (seed) => {
    const cases = families.flatMap((family) => family.conditions.map((condition) => ({ family, condition })));
    for (const { family, condition } of cases) {
      const { taught, held } = splitWordings(family, condition, createRng(seed).fork(condition.name));
      expect([...taught, ...held].sort()).toEqual([...condition.wordings].sort());
      expect(held.length, condition.name).toBeGreaterThanOrEqual(2);
      expect(taught.length, condition.name).toBeGreaterThanOrEqual(held.length);
      const stems = new Set(taught.flatMap((wording) => [...contentStems(wording)]));
      for (const wording of held)
        expect(
          [...contentStems(wording)].some((stem) => stems.has(stem)),
          wording,
        ).toBe(true);
    }
  },
);
