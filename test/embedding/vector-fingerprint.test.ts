import { expect, it } from 'vitest';
import type { Embedder } from '../../harness/core/embedder.ts';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { vectorFingerprint } from '../../harness/embedding/vector-fingerprint.ts';

it('vectorFingerprint() is eight hex digits, the same at every call', async () => {
  const fingerprint = await vectorFingerprint(hashEmbedder());
  expect(fingerprint).toMatch(/^[0-9a-f]{8}$/);
  expect(await vectorFingerprint(hashEmbedder())).toBe(fingerprint);
});

it('vectorFingerprint() changes with the last bit of one number of any probe', async () => {
  const inner = hashEmbedder();
  const prints = new Set([await vectorFingerprint(inner)]);
  const probes = 6;
  for (let probe = 0; probe < probes; probe++) prints.add(await vectorFingerprint(nudged(inner, probe)));
  expect(prints.size).toBe(probes + 1);
});

function nudged(inner: Embedder, changed: number): Embedder {
  return {
    ...inner,
    embed: async (texts) => {
      const vectors = await inner.embed(texts);
      const bits = new Uint32Array(vectors[changed]!.buffer);
      bits[0]! ^= 1;
      return vectors;
    },
  };
}
