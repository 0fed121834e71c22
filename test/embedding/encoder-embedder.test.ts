import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cachedEmbedder } from '../../harness/embedding/cached-embedder.ts';
import { type Encoder, encoderEmbedder } from '../../harness/embedding/encoder-embedder.ts';

// A small encoder: a token per letter, whose hidden state is [letter, 1]; padding is written as [9, 9].
const letters: Encoder = {
  tokenIds: (text) => [0, ...[...text].map((letter) => letter.charCodeAt(0) - 96), 0],
  hiddenStates: async (texts) => {
    const width = Math.max(...texts.map((ids) => ids.length));
    return Float32Array.from(
      texts.flatMap((ids) =>
        Array.from({ length: width }, (_, at) => (at < ids.length ? [ids[at]!, 1] : [9, 9])).flat(),
      ),
    );
  },
};

it('encoderEmbedder() gives the unit mean over the tokens of a text, without the padding', async () => {
  const [short, long] = await embedder([]).embed(['a', 'cdb']);
  const unit = (x: number, y: number): Float32Array => Float32Array.of(x / Math.hypot(x, y), y / Math.hypot(x, y));
  expect(short).toEqual(unit(1, 3));
  expect(long).toEqual(unit(9, 5));
});

it('encoderEmbedder() keeps the closing token of a text longer than the window, and says so once', async () => {
  const said: string[] = [];
  const subject = embedder(said);
  const [cut, kept] = await subject.embed(['abcdefg', 'abcd']);
  expect(cut).toEqual(kept);
  await subject.embed(['abcdefg']);
  expect(said).toEqual([expect.stringContaining('first 6 tokens of a text: 1 of 2 texts are longer')]);
});

it('encoderEmbedder() tells which texts were cut, and a cache round it lets every process say so', async () => {
  const said: string[] = [];
  const subject = embedder(said);
  await subject.embed(['abcdefg', 'abcd']);
  expect(['abcdefg', 'abcd', 'never seen'].map((text) => subject.isCut!(text))).toEqual([true, false, false]);

  const folder = mkdtempSync(join(tmpdir(), 'ace-bench-test-'));
  const byProcess = [0, 1].map(() => [] as string[]);
  for (const heard of byProcess) {
    const cached = cachedEmbedder(embedder(heard), { folder, warn: () => {} });
    const vectors = await cached.embed(['abcdefg', 'abcd']);
    expect(await cached.embed(['abcdefg', 'abcd'])).toEqual(vectors);
  }
  rmSync(folder, { recursive: true });
  expect(byProcess.map((heard) => heard.length)).toEqual([1, 1]);
});

it('encoderEmbedder() loads at the first text, once', async () => {
  let loads = 0;
  const subject = encoderEmbedder({
    id: 'letters',
    dims: 2,
    window: 6,
    warn: () => {},
    load: async () => {
      loads++;
      return letters;
    },
  });
  await subject.embed([]);
  expect(loads).toBe(0);
  await Promise.all([subject.embed(['a']), subject.embed(['b'])]);
  expect(loads).toBe(1);
});

function embedder(said: string[]) {
  return encoderEmbedder({
    id: 'letters',
    dims: 2,
    window: 6,
    load: async () => letters,
    warn: (message) => said.push(message),
  });
}
