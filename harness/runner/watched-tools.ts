import type { Calling } from '../core/time-limit.ts';
import type { Tools } from '../core/tools.ts';

/** Tools whose calls do not count as time that a part takes. */
export function watchedTools(tools: Tools, calling: Calling): Tools {
  return {
    ...tools,
    llm: { ...tools.llm, complete: (request) => calling(() => tools.llm.complete(request)) },
    embedder: { ...tools.embedder, embed: (texts) => calling(() => tools.embedder.embed(texts)) },
    reattempt: (...asked) => calling(() => tools.reattempt(...asked)),
    trial: (...asked) => calling(() => tools.trial(...asked)),
    refining: (work) => tools.refining((scoped) => work(watchedTools(scoped, calling))),
  };
}
