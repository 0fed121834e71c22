import pLimit from 'p-limit';
import type { Llm } from '../core/llm.ts';

/** At most `concurrency` calls in flight, over everything that shares this wrapper; nothing else is awaited while a place is held. */
export function limited(llm: Llm, concurrency: number): Llm {
  const limit = pLimit(concurrency);
  return { id: llm.id, complete: (request) => limit(() => llm.complete(request)) };
}
