import type { Llm, Role } from '../core/llm.ts';
import { addUsage, noUsage, type RoleUsage, type UsageByRole } from '../core/usage.ts';

export type LlmMeter = { readonly llm: Llm; readonly usage: () => UsageByRole };

/** An `Llm` that adds up what each role used. A reply that leaves a count out makes that sum of its role unknown, not smaller. */
export function metered(llm: Llm): LlmMeter {
  const totals = new Map<Role, RoleUsage>();
  return {
    llm: {
      id: llm.id,
      complete: async (request) => {
        const reply = await llm.complete(request);
        totals.set(request.role, addUsage(totals.get(request.role) ?? noUsage, { calls: 1, ...reply.usage }));
        return reply;
      },
    },
    usage: () => Object.fromEntries(totals),
  };
}
