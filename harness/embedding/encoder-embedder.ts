import type { Embedder } from '../core/embedder.ts';
import { lengthBatches } from './length-batches.ts';

/** A text encoder as its runtime offers it. Hidden states are [texts, width, dims], width being the longest of the texts. */
export type Encoder = {
  /** Token ids of a text, special tokens included, uncut. */
  tokenIds(text: string): readonly number[];
  hiddenStates(texts: readonly (readonly number[])[]): Promise<Float32Array>;
};

export type EncoderEmbedderOptions = {
  readonly id: string;
  readonly dims: number;
  /** Tokens that the model reads of a text, special tokens included. */
  readonly window: number;
  /** Called once, at the first text to embed. */
  readonly load: () => Promise<Encoder>;
  readonly warn: (message: string) => void;
};

/** An embedder round an encoder: the mean of a text's hidden states, made unit length. Says once when it meets a text longer than the window. */
export function encoderEmbedder({ id, dims, window, load, warn }: EncoderEmbedderOptions): Embedder {
  let loading: Promise<Encoder> | undefined;
  let cutSaid = false;
  const cutTexts = new Set<string>();

  function sayCut(lengths: readonly number[]): void {
    const cut = lengths.filter((length) => length > window).length;
    if (cut === 0 || cutSaid) return;
    cutSaid = true;
    warn(
      `${id} reads the first ${window} tokens of a text: ${cut} of ${lengths.length} texts are longer, and their ends ` +
        'do not count (said once)',
    );
  }

  return {
    id,
    dims,
    isCut: (text) => cutTexts.has(text),
    embed: async (texts) => {
      if (texts.length === 0) return [];
      loading ??= load();
      const encoder = await loading;
      const whole = texts.map((text) => encoder.tokenIds(text));
      sayCut(whole.map((ids) => ids.length));
      for (const [index, ids] of whole.entries()) if (ids.length > window) cutTexts.add(texts[index]!);
      const tokens = whole.map((ids) => cutToWindow(ids, window));
      const vectors: Float32Array[] = new Array(texts.length);
      for (const batch of lengthBatches(tokens.map((ids) => ids.length))) {
        const hidden = await encoder.hiddenStates(batch.map((index) => tokens[index]!));
        const textSize = hidden.length / batch.length;
        batch.forEach((index, row) => {
          const states = hidden.subarray(row * textSize, row * textSize + tokens[index]!.length * dims);
          vectors[index] = unitMean(states, dims);
        });
      }
      return vectors;
    },
  };
}

/** The first tokens and the closing special token. */
function cutToWindow(ids: readonly number[], window: number): readonly number[] {
  return ids.length <= window ? ids : [...ids.slice(0, window - 1), ids.at(-1)!];
}

/** Mean over tokens [tokens x dims], scaled to length 1. Summed in index order over real tokens only, so padding cannot change it. */
function unitMean(states: Float32Array, dims: number): Float32Array {
  const sums = new Float64Array(dims);
  for (let start = 0; start < states.length; start += dims) {
    for (let dim = 0; dim < dims; dim++) sums[dim]! += states[start + dim]!;
  }
  // The length of the sum stands for the number of tokens too: the mean has the same direction.
  let squares = 0;
  for (const sum of sums) squares += sum * sum;
  const length = Math.sqrt(squares);
  return Float32Array.from(sums, (sum) => sum / length);
}
