import type { Embedder } from '../core/embedder.ts';
import { InfraError } from '../core/failure.ts';
import { withinLimit } from '../core/time-limit.ts';

/** An embedder whose calls end after so many milliseconds: one that has no vectors by then has failed by time-out. */
export function timeLimitedEmbedder(embedder: Embedder, limitMs: number): Embedder {
  const late = (): Error =>
    new InfraError(
      'timeout',
      `Cannot embed with ${embedder.id}: expected vectors within ${limitMs / 1000} s (timeouts.call), found none`,
    );
  return { ...embedder, embed: (texts) => withinLimit(limitMs, late, () => embedder.embed(texts)) };
}
