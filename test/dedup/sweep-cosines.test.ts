import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Embedder } from '../../harness/core/embedder.ts';
import { createRng } from '../../harness/core/rng.ts';
import { textRows } from '../../harness/embedding/text-rows.ts';
import { sweepCosines } from '../../harness/dedup/sweep-cosines.ts';

const dims = 5;
const embedder: Embedder = { id: 'random', dims, embed: async (texts) => texts.map(vectorOf) };

function vectorOf(text: string): Float32Array {
  const rng = createRng(text);
  const values = Array.from({ length: dims }, () => Math.round(4 * rng.next() - 2));
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

const texts = Array.from({ length: 24 }, (_, index) => `text ${index}`);
const anyId = fc.nat({ max: texts.length - 1 });
// Between, at and just beside cosines that there are.
const anyThreshold = fc.oneof(
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.constantFrom(0, 0.5, 0.2, 0.57735, 0.816497, 0.816496, 0.8164965, 0.999999, 1),
);

it('sweepCosines() answers as textRows(), above and below its floor, equals and repetitions included', async () => {
  const plain = textRows(dims);
  await plain.embed(
    Uint32Array.from(texts, (text) => plain.id(text)),
    embedder,
  );
  const among = fc.array(anyId, { maxLength: 30, size: 'max' }).map((ids) => Uint32Array.from(ids));
  await fc.assert(
    fc.asyncProperty(anyThreshold, fc.constantFrom(-1, 0, 0.5), anyId, among, async (threshold, floor, id, ids) => {
      const rows = await sweepCosines(texts, embedder, floor);
      expect(rows.nearest(id, ids, threshold)).toEqual(plain.nearest(id, ids, threshold));
      expect(rows.above(id, ids, threshold)).toEqual(plain.above(id, ids, threshold));
    }),
    { numRuns: 300 },
  );
});

it('sweepCosines() refuses a text that it was not given', async () => {
  const rows = await sweepCosines(texts, embedder, 0);
  await expect(rows.embed(rows.ids([{ text: 'text 3' }]), embedder)).resolves.toBeUndefined();
  await expect(rows.embed(rows.ids([{ text: 'another' }]), embedder)).rejects.toThrow(
    'expected 24 texts, found a new one',
  );
});
