import { plus, type RoleUsage } from '../core/usage.ts';

export { addUsage, noUsage, plus, usageOf } from '../core/usage.ts';

/** Tokens in and out; null where either is unknown. */
export function tokensOf(usage: RoleUsage): number | null {
  return plus(usage.inputTokens, usage.outputTokens);
}
