import { join } from 'node:path';
import type { Embedder } from '../core/embedder.ts';
import { type VectorStore, vectorStore } from './vector-store.ts';

/** Texts of one inner call: enough to sort by length, few enough that a killed run loses little. */
const batchTexts = 256;

type Waiting = {
  readonly text: string;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * An embedder that embeds each text once ever: what the folder holds is read back bit by bit, the rest is asked for and kept.
 * Calls made at the same time share one computation per text and go to the inner embedder together, one inner call at a time.
 * Vectors are shared between callers: they are not to be written to.
 */
export function cachedEmbedder(
  embedder: Embedder,
  { folder, warn }: { readonly folder: string; readonly warn: (message: string) => void },
): Embedder {
  const { id, dims } = embedder;
  const pending = new Map<string, Promise<Float32Array>>();
  // Vectors of texts that were cut are not kept on disk, so that every process meets such a text and says so.
  const ofCutTexts = new Map<string, Float32Array>();
  let queue: Waiting[] = [];
  let draining = false;
  let opened: VectorStore | undefined;
  const store = (): VectorStore => {
    opened ??= vectorStore({ folder: join(folder, 'vectors'), embedderId: id, dims, warn });
    return opened;
  };

  function vectorOf(text: string): Float32Array | Promise<Float32Array> {
    const known = store().get(text) ?? ofCutTexts.get(text) ?? pending.get(text);
    if (known !== undefined) return known;
    const vector = new Promise<Float32Array>((resolve, reject) => queue.push({ text, resolve, reject }));
    pending.set(text, vector);
    if (!draining) void drain();
    return vector;
  }

  async function drain(): Promise<void> {
    draining = true;
    // One turn of the event loop, so that calls of this turn join the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const batch = queue.slice(0, batchTexts);
      queue = queue.slice(batchTexts);
      await embedBatch(batch);
    }
    draining = false;
  }

  async function embedBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const vectors = await embedder.embed(batch.map(({ text }) => text));
      const entries = batch.map(({ text }, index) => [text, vectors[index]!] as const);
      store().put(entries.filter(([text]) => !embedder.isCut?.(text)));
      for (const [text, vector] of entries) if (embedder.isCut?.(text)) ofCutTexts.set(text, vector);
      for (const [index, { resolve }] of batch.entries()) resolve(vectors[index]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      // A text that failed is asked for again by the next call that needs it.
      for (const { text } of batch) pending.delete(text);
    }
  }

  return { id, dims, embed: async (texts) => Promise.all(texts.map(vectorOf)) };
}
