import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lengthBatches } from '../../harness/embedding/length-batches.ts';

it('lengthBatches() holds every text once, sorted by length, within 512 padded tokens or alone', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 700 })), (lengths) => {
      const batches = lengthBatches(lengths);
      const order = batches.flat();
      expect([...order].sort((a, b) => a - b)).toEqual([...lengths.keys()]);
      expect(order.map((index) => lengths[index])).toEqual([...lengths].sort((a, b) => a - b));
      for (const batch of batches) {
        const longest = Math.max(...batch.map((index) => lengths[index]!));
        expect(batch.length === 1 || batch.length * longest <= 512).toBe(true);
      }
    }),
  );
});

it('lengthBatches() fills a batch up to the limit', () => {
  expect(lengthBatches(new Array(8).fill(64))).toHaveLength(1);
  expect(lengthBatches(new Array(9).fill(64)).map((batch) => batch.length)).toEqual([8, 1]);
});
