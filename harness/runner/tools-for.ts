import { hashText } from '../core/hash.ts';
import { type Failure, failureOf, InfraError } from '../core/failure.ts';
import type { Decoding } from '../core/llm.ts';
import { addReadingsByRole, type ReadingsByRole } from '../core/readings.ts';
import type { EmbeddingUse, TimeAside } from '../core/records.ts';
import type { Rng } from '../core/rng.ts';
import type { At, Tools } from '../core/tools.ts';
import type { UsageByRole } from '../core/usage.ts';
import { metered } from '../llm/metered.ts';
import type { RunParts } from './run-parts.ts';

/** What a set of tools was used for, read by the runner alone. */
export type Meter = {
  readonly usage: () => UsageByRole;
  readonly embedding: () => EmbeddingUse;
  readonly readings: () => ReadingsByRole;
  /** The first failure of the infrastructure that a call met, whatever was made of it; null where none did. */
  readonly unreached: () => Failure | null;
};
export type Meters = Meter & {
  /** What was used within `refining`, and how long that took. */
  readonly refine: Meter & { readonly times: () => RefineTimes };
};

export type Scope = Pick<Tools, 'reattempt' | 'trial'> & {
  readonly at: At;
  readonly rng: Rng;
  readonly decoding: Decoding;
};

/** One scoped set of tools and its meters. `embeddedBefore` holds the texts this run has embedded so far, and is added to. */
export function toolsFor(
  scope: Scope,
  parts: RunParts,
  embeddedBefore: Set<string>,
): { readonly tools: Tools; readonly meters: Meters } {
  const own = meteredParts(parts, embeddedBefore);
  const refine = meteredParts(parts, embeddedBefore);
  let refineMs: number | null = null;
  const tools: Tools = {
    ...scope,
    ...own.parts,
    signal: parts.signal,
    countTokens: parts.countTokens,
    refining: async (work) => {
      const started = parts.clock();
      try {
        return await work({ ...tools, ...refine.parts, refining: (inner) => inner({ ...tools, ...refine.parts }) });
      } finally {
        refineMs = (refineMs ?? 0) + parts.clock() - started;
      }
    },
  };
  return {
    tools,
    meters: { ...own.meter, refine: { ...refine.meter, times: () => timesOf(refineMs, refine.embeddingMs()) } },
  };
}

/** Wall-clock of refine, embedding apart; null where it never ran. */
export type RefineTimes = Pick<TimeAside, 'refineMs' | 'refineEmbeddingMs'>;

function timesOf(wholeMs: number | null, embeddingMs: number): RefineTimes {
  if (wholeMs === null) return { refineMs: null, refineEmbeddingMs: null };
  return { refineMs: Math.max(0, wholeMs - embeddingMs), refineEmbeddingMs: embeddingMs };
}

type MeteredParts = {
  readonly parts: Pick<Tools, 'llm' | 'embedder' | 'compared' | 'reading'>;
  readonly meter: Meter;
  readonly embeddingMs: () => number;
};

function meteredParts({ llm, embedder, countTokens, clock }: RunParts, embeddedBefore: Set<string>): MeteredParts {
  const calls = metered(llm);
  let [embedded, embeddedTokens, compared, embeddingMs] = [0, 0, 0, 0];
  let readings: ReadingsByRole = {};
  let unreached: Failure | null = null;
  const reaching = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (error instanceof InfraError) unreached ??= failureOf(error);
      throw error;
    }
  };
  const count = (text: string): void => {
    const key = embeddedKey(text);
    if (embeddedBefore.has(key)) return;
    embeddedBefore.add(key);
    embedded++;
    embeddedTokens += countTokens(text);
  };
  return {
    parts: {
      llm: { id: llm.id, complete: (request) => reaching(() => calls.llm.complete(request)) },
      embedder: {
        id: embedder.id,
        dims: embedder.dims,
        embed: async (texts) => {
          const started = clock();
          const vectors = await reaching(() => embedder.embed(texts));
          embeddingMs += clock() - started;
          for (const text of texts) count(text);
          return vectors;
        },
      },
      compared: (pairs) => {
        compared += pairs;
      },
      reading: (role, counts) => {
        readings = addReadingsByRole(readings, { [role]: counts });
      },
    },
    meter: {
      usage: calls.usage,
      embedding: () => ({ embedded, embeddedTokens, compared }),
      readings: () => readings,
      unreached: () => unreached,
    },
    embeddingMs: () => embeddingMs,
  };
}

// 64 bits tell the texts of one run apart and keep checkpoints short.
function embeddedKey(text: string): string {
  return hashText(text).slice(0, 16);
}
