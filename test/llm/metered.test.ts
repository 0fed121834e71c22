import { describe, expect, it } from 'vitest';
import type { Llm, LlmRequest, Role, Usage } from '../../harness/core/llm.ts';
import { unknownUsage } from '../../harness/core/usage.ts';
import { replyWith, requestWith, usageWith } from '../contracts/llm-parts.ts';
import { metered } from '../../harness/llm/metered.ts';

/** A model that reports the usage that its prompt states, as JSON. */
const stating: Llm = {
  id: 'stating',
  complete: async ({ parts }) => {
    const usage = JSON.parse(parts[0]!.text) as Usage | 'unreachable';
    if (usage === 'unreachable') throw new Error('unreachable');
    return replyWith({ text: 'so', usage, model: 'stating' });
  },
};

function request(role: Role, usage: Usage | 'unreachable'): LlmRequest {
  const parts = [{ speaker: 'user' as const, text: JSON.stringify(usage) }];
  return requestWith({ role, parts });
}

function used(inputTokens: number, cachedTokens: number | null, outputTokens: number): Usage {
  return { ...unknownUsage, inputTokens, cachedTokens, outputTokens };
}

describe('metered()', () => {
  it('adds up calls and tokens by role', async () => {
    const meter = metered(stating);
    expect(meter.usage()).toEqual({});
    await meter.llm.complete(request('generator', used(10, 4, 2)));
    await meter.llm.complete(request('generator', used(20, 0, 3)));
    await meter.llm.complete(request('curator', used(7, 7, 1)));
    expect(meter.usage()).toEqual({
      generator: usageWith({ calls: 2, inputTokens: 30, cachedTokens: 4, outputTokens: 5 }),
      curator: usageWith({ calls: 1, inputTokens: 7, cachedTokens: 7, outputTokens: 1 }),
    });
  });

  it('keeps unknown usage unknown, before and after known ones, and still counts the call', async () => {
    const meter = metered(stating);
    await meter.llm.complete(request('generator', unknownUsage));
    await meter.llm.complete(request('generator', used(20, 5, 3)));
    await meter.llm.complete(request('reflector', used(20, null, 3)));
    await meter.llm.complete(request('reflector', used(20, 5, 3)));
    expect(meter.usage()).toEqual({
      generator: usageWith({ calls: 2, inputTokens: null, cachedTokens: null, outputTokens: null }),
      reflector: usageWith({ calls: 2, inputTokens: 40, cachedTokens: null, outputTokens: 6 }),
    });
  });

  it('passes replies, errors and the id on as they are', async () => {
    const meter = metered(stating);
    expect(meter.llm.id).toBe('stating');
    expect(await meter.llm.complete(request('generator', unknownUsage))).toEqual(
      await stating.complete(request('generator', unknownUsage)),
    );
    await expect(meter.llm.complete(request('curator', 'unreachable'))).rejects.toThrow('unreachable');
    expect(meter.usage().curator).toBeUndefined();
  });
});
