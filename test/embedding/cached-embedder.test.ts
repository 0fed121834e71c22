import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Embedder } from '../../harness/core/embedder.ts';
import { InfraError } from '../../harness/core/failure.ts';
import { cachedEmbedder } from '../../harness/embedding/cached-embedder.ts';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { embedderContract } from '../contracts/embedder-contract.ts';

const root = mkdtempSync(join(tmpdir(), 'ace-bench-test-'));
let folder: string;
let said: string[];
const warn = (message: string): void => {
  said.push(message);
};

beforeEach(() => {
  folder = mkdtempSync(join(root, 'cache-'));
  said = [];
});
afterAll(() => rmSync(root, { recursive: true }));

embedderContract('cachedEmbedder(hashEmbedder()) on disk', () =>
  cachedEmbedder(hashEmbedder(), { folder: mkdtempSync(join(root, 'contract-')), warn: () => {} }),
);
embedderContract('cachedEmbedder(hashEmbedder()) in memory', () =>
  cachedEmbedder(hashEmbedder(), { folder: '/dev/null/x', warn: () => {} }),
);

describe('cachedEmbedder()', () => {
  it('has the id and dims of the embedder inside', () => {
    expect(cachedEmbedder(hashEmbedder({ dims: 9 }), { folder, warn })).toMatchObject({ id: 'hash-9/1', dims: 9 });
  });

  it('embeds each text once: within a call, in later calls and in later processes', async () => {
    const calls: string[][] = [];
    const cold = cachedEmbedder(listening(calls), { folder, warn });
    await cold.embed(['a', 'b', 'a']);
    await cold.embed(['b', 'c']);
    const warm = cachedEmbedder(listening(calls), { folder, warn });
    await warm.embed(['a', 'b', 'c', 'd']);
    expect(calls).toEqual([['a', 'b'], ['c'], ['d']]);
    expect(said).toEqual([]);
  });

  it('gives bit-equal vectors cold, warm and without a cache', async () => {
    const texts = ['page size', 'zone of the account', 'page size', ''];
    const plain = await hashEmbedder().embed(texts);
    const cold = await cachedEmbedder(hashEmbedder(), { folder, warn }).embed(texts);
    const warm = await cachedEmbedder(refusing(), { folder, warn }).embed(texts);
    expect(cold).toEqual(plain);
    expect(warm).toEqual(plain);
  });

  it('sends calls of the same time together, each text once', async () => {
    const calls: string[][] = [];
    const embedder = cachedEmbedder(listening(calls), { folder, warn });
    const results = await Promise.all([embedder.embed(['a', 'b']), embedder.embed(['b', 'c']), embedder.embed(['a'])]);
    expect(calls).toEqual([['a', 'b', 'c']]);
    expect(results).toEqual([
      await hashEmbedder().embed(['a', 'b']),
      await hashEmbedder().embed(['b', 'c']),
      await hashEmbedder().embed(['a']),
    ]);
  });

  it('gathers what is asked for during an inner call, and sends at most 256 texts at once', async () => {
    const calls: string[][] = [];
    const [begun, release] = [signal(), signal()];
    const inner = listening(calls);
    const held: Embedder = {
      ...inner,
      embed: async (texts) => {
        begun.give();
        await release.given;
        return inner.embed(texts);
      },
    };
    const embedder = cachedEmbedder(held, { folder, warn });
    const first = embedder.embed(['a']);
    await begun.given;
    const many = Array.from({ length: 300 }, (_, index) => `text ${index}`);
    const others = [embedder.embed(['a', 'b']), embedder.embed(many)];
    release.give();
    await Promise.all([first, ...others]);
    expect(calls.map((texts) => texts.length)).toEqual([1, 256, 45]);
    expect(calls[1]!.slice(0, 2)).toEqual(['b', 'text 0']);
  });

  it('passes a failure to every caller that waits for it, keeps nothing, and tries again at the next call', async () => {
    let up = false;
    const inner = hashEmbedder();
    const flaky: Embedder = {
      ...inner,
      embed: async (texts) => {
        if (!up) throw new InfraError('network', 'no connection');
        return inner.embed(texts);
      },
    };
    const embedder = cachedEmbedder(flaky, { folder, warn });
    const outcomes = await Promise.allSettled([embedder.embed(['a']), embedder.embed(['a', 'b'])]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    up = true;
    expect(await embedder.embed(['a', 'b'])).toEqual(await inner.embed(['a', 'b']));
  });

  it('works without a folder that can be written, and says so once', async () => {
    const calls: string[][] = [];
    const embedder = cachedEmbedder(listening(calls), { folder: '/dev/null/x', warn });
    await embedder.embed(['a']);
    await embedder.embed(['a', 'b']);
    expect(calls).toEqual([['a'], ['b']]);
    expect(said).toHaveLength(1);
  });
});

/** Something that one side waits for and the other gives. */
function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

function listening(calls: string[][]): Embedder {
  const inner = hashEmbedder();
  return {
    ...inner,
    embed: async (texts) => {
      calls.push([...texts]);
      await new Promise((resolve) => setTimeout(resolve, 0));
      return inner.embed(texts);
    },
  };
}

function refusing(): Embedder {
  return {
    ...hashEmbedder(),
    embed: async (texts) => {
      throw new Error(`asked for ${texts.length} texts`);
    },
  };
}
