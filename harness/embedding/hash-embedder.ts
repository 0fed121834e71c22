import { z } from 'zod';
import type { Embedder } from '../core/embedder.ts';
import { normaliseText } from './cosine.ts';

const defaultDims = 256;

/**
 * A lexical embedder without a model: words and the character 3-grams of `<word>`, in lower case, each adds +1 or -1 to a
 * hashed place (feature hashing, Weinberger et al. 2009); then the length is made 1. The baseline a real model must beat.
 */
export function hashEmbedder({ dims = defaultDims }: { readonly dims?: number } = {}): Embedder {
  return {
    id: `hash-${dims}/1`,
    dims,
    embed: async (texts) => texts.map((text) => hashedVector(text, dims)),
  };
}

export const options = z.strictObject({
  dims: z.int().min(8).max(4096).default(defaultDims).describe('Dimensions of a vector'),
});

/** The embedder as the registry makes it. */
export function create(settings: z.infer<typeof options>): Embedder {
  return hashEmbedder(settings);
}

function hashedVector(text: string, dims: number): Float32Array {
  const sums = new Float64Array(dims);
  for (const feature of features(text)) {
    const hash = hashFeature(feature);
    sums[(hash >>> 1) % dims]! += hash & 1 ? 1 : -1;
  }
  // A text without features, or whose features cancel out, still needs a direction.
  if (sums.every((sum) => sum === 0)) sums[0] = 1;
  const length = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(sums, (value) => value / length);
}

/** Words, runs of symbols, and the 3-grams of both; words and 3-grams cannot be mistaken for each other. */
function* features(text: string): Generator<string> {
  const words =
    normaliseText(text)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]+/gu) ?? [];
  for (const word of words) {
    yield `word ${word}`;
    const letters = [...`<${word}>`];
    for (let start = 0; start + 3 <= letters.length; start++) yield letters.slice(start, start + 3).join('');
  }
}

/** FNV-1a over UTF-16 code units, finished with MurmurHash3's fmix32 so that the low bits are good too. */
function hashFeature(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
