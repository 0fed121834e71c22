import type { Embedder } from '../core/embedder.ts';
import { PartError } from '../core/failure.ts';
import { finishKinds, type Llm, type LlmReply, type Usage } from '../core/llm.ts';
import { found } from './found.ts';
import type { Halt } from './halt.ts';

/** A model whose replies are held to the contract. */
export function checkedLlm(llm: Llm, halt: Halt): Llm {
  return {
    id: llm.id,
    complete: (request) =>
      halt.through(async () => {
        const reply: unknown = await llm.complete(request);
        const fault = replyFault(reply);
        if (fault === null) return reply as LlmReply;
        throw new PartError(`Cannot read a reply of model ${llm.id} for call ${request.callId}: ${fault}`);
      }),
  };
}

/** An embedder whose vectors are held to the contract: one per text, of `dims` finite numbers. */
export function checkedEmbedder(embedder: Embedder, halt: Halt): Embedder {
  return {
    ...embedder,
    embed: (texts) =>
      halt.through(async () => {
        const vectors: unknown = await embedder.embed(texts);
        const fault = vectorsFault(vectors, texts.length, embedder.dims);
        if (fault === null) return vectors as readonly Float32Array[];
        throw new PartError(`Cannot use vectors of embedder ${embedder.id}: ${fault}`);
      }),
  };
}

const counts: readonly (keyof Usage)[] = [
  'inputTokens',
  'cachedTokens',
  'cacheWriteTokens',
  'outputTokens',
  'reasoningTokens',
];

function replyFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return `expected a reply, found ${found(value)}`;
  const { text, reasoning, toolCalls, usage, finish } = value as Partial<LlmReply>;
  if (typeof text !== 'string') return `expected text, found ${found(text)}`;
  if (typeof reasoning !== 'string' && reasoning !== null)
    return `expected reasoning as text or null, found ${found(reasoning)}`;
  if (!Array.isArray(toolCalls)) return `expected toolCalls as a list, found ${found(toolCalls)}`;
  if (!finishKinds.includes(finish!))
    return `expected finish to be one of ${finishKinds.join(', ')}, found ${found(finish)}`;
  if (typeof usage !== 'object' || usage === null) return `expected usage, found ${found(usage)}`;
  const wrong = counts.find((count) => usage[count] !== null && !isCount(usage[count]));
  return wrong === undefined ? null : `expected usage.${wrong} as a whole number or null, found ${found(usage[wrong])}`;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function vectorsFault(vectors: unknown, texts: number, dims: number): string | null {
  if (!Array.isArray(vectors)) return `expected a list of vectors, found ${found(vectors)}`;
  if (vectors.length !== texts) return `expected ${texts} vectors for ${texts} texts, found ${vectors.length}`;
  for (const [nth, vector] of vectors.entries()) {
    if (!(vector instanceof Float32Array))
      return `expected vector ${nth + 1} as a Float32Array, found ${found(vector)}`;
    if (vector.length !== dims) return `expected vectors of ${dims} numbers, found one of ${vector.length}`;
    const at = vector.findIndex((number) => !Number.isFinite(number));
    if (at >= 0) return `expected numbers, found ${vector[at]} at place ${at + 1} of vector ${nth + 1}`;
  }
  return null;
}
