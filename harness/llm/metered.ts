import type { Llm, Role, RoleUsage, UsageByRole } from '../core/llm.ts';

export type LlmMeter = { readonly llm: Llm; readonly usage: () => UsageByRole };

/** An `Llm` that adds up what each role used. A reply without usage makes that role's token sums unknown, not smaller. */
export function metered(llm: Llm): LlmMeter {
  const totals = new Map<Role, RoleUsage>();
  return {
    llm: {
      id: llm.id,
      complete: async (request) => {
        const reply = await llm.complete(request);
        const usage = reply.usage ?? { inputTokens: null, cachedTokens: null, outputTokens: null };
        totals.set(request.role, addUsage(totals.get(request.role), { calls: 1, ...usage }));
        return reply;
      },
    },
    usage: () => Object.fromEntries(totals),
  };
}

/** Two stretches of a role's usage as one; unknown plus anything is unknown. */
export function addUsage(a: RoleUsage | undefined, b: RoleUsage): RoleUsage {
  if (a === undefined) return b;
  return {
    calls: a.calls + b.calls,
    inputTokens: addKnown(a.inputTokens, b.inputTokens),
    cachedTokens: addKnown(a.cachedTokens, b.cachedTokens),
    outputTokens: addKnown(a.outputTokens, b.outputTokens),
  };
}

function addKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
