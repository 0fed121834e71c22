import { hashText } from '../core/hash.ts';
import type { Embedder } from '../core/embedder.ts';
import type { UsageByRole } from '../core/llm.ts';
import type { Rng } from '../core/rng.ts';
import type { At, Decoding, Tools } from '../core/tools.ts';
import { metered } from '../llm/metered.ts';
import type { RunParts } from './run-parts.ts';

/** What one scope of tools was used for, read by the runner alone. */
export type Meters = {
  readonly usage: () => UsageByRole;
  /** Texts embedded for the first time in this run, and their tokens. */
  readonly embedded: () => number;
  readonly embeddedTokens: () => number;
  readonly compared: () => number;
  readonly refineMs: () => number | null;
};

export type Scope = {
  readonly at: At;
  readonly rng: Rng;
  readonly decoding: Decoding;
  readonly reattempt: Tools['reattempt'];
};

/** One scoped set of tools and its meters. `embeddedBefore` holds the texts this run has embedded so far, and is added to. */
export function toolsFor(
  scope: Scope,
  parts: RunParts,
  embeddedBefore: Set<string>,
): { readonly tools: Tools; readonly meters: Meters } {
  const { llm, usage } = metered(parts.llm);
  let embedded = 0;
  let embeddedTokens = 0;
  let compared = 0;
  let refineMs: number | null = null;
  const embedder: Embedder = {
    id: parts.embedder.id,
    dims: parts.embedder.dims,
    embed: async (texts) => {
      const vectors = await parts.embedder.embed(texts);
      for (const text of texts) {
        const key = embeddedKey(text);
        if (embeddedBefore.has(key)) continue;
        embeddedBefore.add(key);
        embedded++;
        embeddedTokens += parts.countTokens(text);
      }
      return vectors;
    },
  };
  const tools: Tools = {
    ...scope,
    llm,
    embedder,
    signal: parts.signal,
    countTokens: parts.countTokens,
    compared: (pairs) => {
      compared += pairs;
    },
    refining: async (work) => {
      const started = parts.clock();
      try {
        return await work();
      } finally {
        refineMs = (refineMs ?? 0) + parts.clock() - started;
      }
    },
  };
  const meters: Meters = {
    usage,
    embedded: () => embedded,
    embeddedTokens: () => embeddedTokens,
    compared: () => compared,
    refineMs: () => refineMs,
  };
  return { tools, meters };
}

// 64 bits tell the texts of one run apart and keep checkpoints short.
function embeddedKey(text: string): string {
  return hashText(text).slice(0, 16);
}
