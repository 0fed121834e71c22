import type { Role, RoleUsage, UsageByRole } from '../core/llm.ts';

export const noUsage: RoleUsage = { calls: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

/** The sum of two usages; what either did not report stays unknown. */
export function addUsage(a: RoleUsage, b: RoleUsage): RoleUsage {
  return {
    calls: a.calls + b.calls,
    inputTokens: plus(a.inputTokens, b.inputTokens),
    cachedTokens: plus(a.cachedTokens, b.cachedTokens),
    outputTokens: plus(a.outputTokens, b.outputTokens),
  };
}

/** The usage of some roles together; a role that is not listed made no call. */
export function usageOf(usage: UsageByRole, roles: readonly Role[]): RoleUsage {
  return roles.reduce((sum, role) => addUsage(sum, usage[role] ?? noUsage), noUsage);
}

/** Tokens in and out; null where either is unknown. */
export function tokensOf(usage: RoleUsage): number | null {
  return plus(usage.inputTokens, usage.outputTokens);
}

/** a + b, unknown where either is. */
export function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
