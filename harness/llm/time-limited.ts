import { InfraError } from '../core/failure.ts';
import type { Llm } from '../core/llm.ts';
import { withinLimit } from '../core/time-limit.ts';

/** A model whose calls end after so many milliseconds: one that has no reply by then has failed by time-out, and is told to stop. */
export function timeLimited(llm: Llm, limitMs: number): Llm {
  return {
    id: llm.id,
    complete: async (request) => {
      const stop = new AbortController();
      const late = (): Error => {
        const error = new InfraError(
          'timeout',
          `Cannot ask ${llm.id}: expected a reply within ${limitMs / 1000} s (timeouts.call), found none`,
        );
        stop.abort(error);
        return error;
      };
      const signal = AbortSignal.any([request.signal, stop.signal]);
      return withinLimit(limitMs, late, () => llm.complete({ ...request, signal }));
    },
  };
}
