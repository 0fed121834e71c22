import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder } from '../../harness/runner/in-order.ts';

async function gather<R>(results: AsyncIterable<R>): Promise<readonly R[]> {
  const gathered: R[] = [];
  for await (const result of results) gathered.push(result);
  return gathered;
}

describe('inOrder()', () => {
  it('gives every result in the order of items, with at most `width` under way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 4 })),
        fc.integer({ min: 1, max: 6 }),
        async (turns, width) => {
          let underWay = 0;
          let most = 0;
          const results = inOrder(turns, width, async (turnsLeft, index) => {
            most = Math.max(most, ++underWay);
            for (let turn = 0; turn < turnsLeft; turn++) await setImmediate();
            underWay--;
            return index;
          });
          expect(await gather(results)).toEqual(turns.map((_, index) => index));
          expect(most).toBeLessThanOrEqual(width);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('works on `width` items at the same time', async () => {
    const started: number[] = [];
    const never = new Promise<never>(() => {});
    void inOrder([0, 1, 2, 3], 3, (item) => {
      started.push(item);
      return never;
    }).next();
    await setImmediate();
    expect(started).toEqual([0, 1, 2]);
  });

  it('gives a result before later ones are there', async () => {
    const never = new Promise<number>(() => {});
    const results = inOrder([0, 1], 2, (item) => (item === 0 ? Promise.resolve(0) : never));
    expect(await results.next()).toEqual({ value: 0, done: false });
  });
});
