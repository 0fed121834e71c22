import { beforeAll, describe, expect, it } from 'vitest';
import type { Embedder } from '../../harness/core/embedder.ts';

const hostile = [
  '',
  ' ',
  '\n',
  '\u0000',
  'null\u0000byte',
  '🦜🦜🦜',
  '\ud800',
  'x'.repeat(10_000),
  'long text '.repeat(1000),
];
const advice = [
  'Ask for the next page until the list comes back empty.',
  'Amounts are in thousands.',
  'Never delete a record before you have read it, and check by id that it is the one the task names.',
  'ask for the next page until the list comes back empty',
  'Log in first.',
  'Dates are in UTC; convert them to the zone of the account before comparing, also around midnight and across months.',
];

/** The suite that every Embedder passes. `create` is called once. */
export function embedderContract(name: string, create: () => Embedder | Promise<Embedder>): void {
  describe(`${name} as an Embedder`, () => {
    let embedder: Embedder;
    beforeAll(async () => {
      embedder = await create();
    });

    it('gives no vectors for no texts', async () => {
      expect(await embedder.embed([])).toEqual([]);
    });

    it('gives one unit vector of `dims` float32 numbers per text, hostile ones too', async () => {
      const texts = [...advice, ...hostile];
      const vectors = await embedder.embed(texts);
      expect(vectors).toHaveLength(texts.length);
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(embedder.dims);
        expect(Math.abs(Math.hypot(...vector) - 1)).toBeLessThan(1e-6);
      }
    });

    it('keeps the order of the texts, and batch composition does not matter', async () => {
      const texts = [...advice, ...hostile];
      const together = await embedder.embed(texts);
      const backwards = await embedder.embed([...texts].reverse());
      expect(backwards.toReversed()).toEqual(together);
      for (const [index, text] of texts.entries()) {
        expect(await embedder.embed([text])).toEqual([together[index]]);
      }
    });

    it('gives different vectors for different advice', async () => {
      const vectors = await embedder.embed(advice);
      expect(new Set(vectors.map((vector) => vector.join(' '))).size).toBe(advice.length);
    });

    it('gives equal vectors for equal texts, in one call and in calls at the same time', async () => {
      const [first, second] = await embedder.embed([advice[0]!, advice[0]!]);
      expect(second).toEqual(first);
      const many = await Promise.all(advice.map((text) => embedder.embed([text])));
      expect(many.flat()).toEqual(await embedder.embed(advice));
    });
  });
}
