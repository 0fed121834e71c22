import type { Role, Usage } from './llm.ts';

/** What one role cost over some stretch of a run: a null is a sum of which some part was not reported. */
export type RoleUsage = Usage & { readonly calls: number };
export type UsageByRole = { readonly [role in Role]?: RoleUsage };

/** Usage of which nothing is known. */
export const unknownUsage: Usage = {
  inputTokens: null,
  cachedTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};

/** No call at all. */
export const noUsage: RoleUsage = {
  calls: 0,
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

/** The sum of two usages; what either did not report stays unknown. */
export function addUsage(a: RoleUsage, b: RoleUsage): RoleUsage {
  return {
    calls: a.calls + b.calls,
    inputTokens: plus(a.inputTokens, b.inputTokens),
    cachedTokens: plus(a.cachedTokens, b.cachedTokens),
    cacheWriteTokens: plus(a.cacheWriteTokens, b.cacheWriteTokens),
    outputTokens: plus(a.outputTokens, b.outputTokens),
    reasoningTokens: plus(a.reasoningTokens, b.reasoningTokens),
  };
}

/** The usage of some roles together; a role that is not listed made no call. */
export function usageOf(usage: UsageByRole, roles: readonly Role[]): RoleUsage {
  return roles.reduce((sum, role) => addUsage(sum, usage[role] ?? noUsage), noUsage);
}

/** a + b, unknown where either is. */
export function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}
