import { replyWith, requestWith } from '../contracts/llm-parts.ts';
import { describe, expect, it } from 'vitest';
import type { Llm, LlmRequest } from '../../harness/core/llm.ts';
import { limited } from '../../harness/llm/limited.ts';

const request: LlmRequest = requestWith();

/** A model that notes how many calls it has in flight; a call whose id says so fails. */
function watched() {
  let inFlight = 0;
  let most = 0;
  const llm: Llm = {
    id: 'watched',
    complete: async ({ callId }) => {
      inFlight++;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight--;
      if (callId.startsWith('fail')) throw new Error(callId);
      return replyWith({ text: callId, model: 'watched' });
    },
  };
  return { llm, most: () => most, inFlight: () => inFlight };
}

function callIds(count: number, prefix = 'call'): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}

describe('limited()', () => {
  it.each([1, 3, 8])('has %i calls in flight at most, and no fewer where there is work', async (concurrency) => {
    const { llm, most } = watched();
    const narrow = limited(llm, concurrency);
    const replies = await Promise.all(callIds(40).map((callId) => narrow.complete({ ...request, callId })));
    expect(replies.map(({ text }) => text)).toEqual(callIds(40));
    expect(most()).toBe(concurrency);
  });

  it('is one limit over all that share it', async () => {
    const { llm, most } = watched();
    const shared = limited(llm, 2);
    const users = [1, 2, 3].map((user) =>
      callIds(9, `user-${user}`).map((callId) => shared.complete({ ...request, callId })),
    );
    await Promise.all(users.flat());
    expect(most()).toBe(2);
  });

  it('passes errors on and releases their places', async () => {
    const { llm, inFlight } = watched();
    const narrow = limited(llm, 2);
    const failed = await Promise.allSettled(
      callIds(10, 'fail').map((callId) => narrow.complete({ ...request, callId })),
    );
    expect(failed.map((result) => result.status === 'rejected' && (result.reason as Error).message)).toEqual(
      callIds(10, 'fail'),
    );
    expect(inFlight()).toBe(0);
    expect((await narrow.complete({ ...request, callId: 'after' })).text).toBe('after');
  });

  it('keeps the id, so that a manifest names the model and not its wrapper', () => {
    expect(limited(watched().llm, 1).id).toBe('watched');
  });
});
