import { expect, it } from 'vitest';
import { cosine } from '../../harness/embedding/cosine.ts';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { embedderContract } from '../contracts/embedder-contract.ts';

embedderContract('hashEmbedder()', () => hashEmbedder());
embedderContract('hashEmbedder({ dims: 7 })', () => hashEmbedder({ dims: 7 }));

it('hashEmbedder() names its dimensions in its id', () => {
  expect(hashEmbedder().id).toBe('hash-256/1');
  expect(hashEmbedder({ dims: 64 })).toMatchObject({ id: 'hash-64/1', dims: 64 });
});

it('hashEmbedder() is lexical: shared words and shared word parts bring texts together, case does not part them', async () => {
  const [base, cased, inflected, other] = await hashEmbedder().embed([
    'check the page size',
    'Check the PAGE size',
    'checking the pages size',
    'amounts are in thousands',
  ]);
  expect(cosine(base!, cased!)).toBe(1);
  expect(cosine(base!, inflected!)).toBeGreaterThan(0.5);
  expect(cosine(base!, other!)).toBeLessThan(0.25);
});

it('hashEmbedder() gives an empty text the first axis', async () => {
  const [empty, blank] = await hashEmbedder({ dims: 4 }).embed(['', ' \n']);
  expect(empty).toEqual(Float32Array.of(1, 0, 0, 0));
  expect(blank).toEqual(empty);
});

it('hashEmbedder() spreads features over all dimensions and both signs', async () => {
  const words = Array.from({ length: 2000 }, (_, index) => (index * 7_654_321).toString(36));
  const vectors = await hashEmbedder({ dims: 32 }).embed(words);
  for (let dim = 0; dim < 32; dim++) {
    const positive = vectors.filter((vector) => vector[dim]! > 0).length;
    const negative = vectors.filter((vector) => vector[dim]! < 0).length;
    expect(Math.min(positive, negative)).toBeGreaterThan(20);
  }
});

it('hashEmbedder() gives the same vectors in every version', async () => {
  const [vector] = await hashEmbedder({ dims: 8 }).embed(['Use the zone of the account.']);
  expect([...vector!].map((value) => Math.round(value * 1000) / 1000)).toMatchInlineSnapshot(`
    [
      0,
      0,
      0.615,
      -0.246,
      -0.615,
      0.246,
      -0.246,
      -0.246,
    ]
  `);
});
