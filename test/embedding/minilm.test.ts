import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cachedEmbedder } from '../../harness/embedding/cached-embedder.ts';
import { cosine } from '../../harness/embedding/cosine.ts';
import { minilmEmbedder, minilmFiles } from '../../harness/embedding/minilm.ts';
import { vectorFingerprint } from '../../harness/embedding/vector-fingerprint.ts';
import { embedderContract } from '../contracts/embedder-contract.ts';

const cacheFolder = mkdtempSync(join(tmpdir(), 'ace-bench-test-'));
const said: string[] = [];
const warn = (message: string): void => {
  said.push(message);
};
const minilm = minilmEmbedder({ cacheFolder, warn });
afterAll(() => rmSync(cacheFolder, { recursive: true }));

embedderContract('minilmEmbedder()', () => minilm);
embedderContract('cachedEmbedder(minilmEmbedder())', () => cachedEmbedder(minilm, { folder: cacheFolder, warn }));

describe('minilmEmbedder()', () => {
  it('gives the cosines that are published for all-MiniLM-L6-v2', async () => {
    const [source, ...others] = await minilm.embed([
      'That is a happy person',
      'That is a happy dog',
      'That is a very happy person',
      'Today is a sunny day',
    ]);
    // The published ones were computed with float32 weights; rounding the weights to fp16 moves them by about 1e-4.
    const published = [0.694577, 0.942915, 0.256876];
    for (const [index, other] of others.entries()) {
      expect(Math.abs(cosine(source!, other) - published[index]!)).toBeLessThan(5e-4);
    }
  });

  it('says once that it met a text longer than 256 tokens', async () => {
    await minilm.embed(['word '.repeat(300)]);
    await minilm.embed(['word '.repeat(400)]);
    expect(said.filter((message) => message.includes('first 256 tokens'))).toHaveLength(1);
  });

  it('reads 254 words and no more', async () => {
    const [whole, next, beyond] = await minilm.embed([
      'word '.repeat(254),
      `${'word '.repeat(253)}other`,
      `${'word '.repeat(254)}other`,
    ]);
    expect(next).not.toEqual(whole);
    expect(beyond).toEqual(whole);
  });

  it('converts a damaged model again, says so, and gives the same vectors', async () => {
    const fingerprint = await vectorFingerprint(minilm);
    const { onnx } = await minilmFiles({ cacheFolder, warn });
    const damaged = readFileSync(onnx);
    damaged[damaged.length >> 1]! ^= 1;
    writeFileSync(onnx, damaged);
    const messages: string[] = [];
    const again = minilmEmbedder({ cacheFolder, warn: (message) => messages.push(message) });
    expect(await vectorFingerprint(again)).toBe(fingerprint);
    expect(messages).toEqual([expect.stringContaining('is damaged')]);
  });
});
