import type { AdaptationRecord, RefineRecord, RoundRecord } from '../core/records.ts';
import type { RoleUsage } from '../core/usage.ts';
import { addChanges, noChanges } from './context-changes.ts';
import type { RowContext, RowHealth } from './round-row.ts';
import { addUsage, usageOf } from './usage-sum.ts';

/** What a round's records add up to. Null is a record that was not met. */
export type RoundSum = {
  published: RoundRecord | null;
  adaptation: { readonly generator: RoleUsage; readonly reflector: RoleUsage; readonly curator: RoleUsage } | null;
  maintenance: RoleUsage | null;
  refine: { readonly embedded: number; readonly embeddedTokens: number; readonly compared: number } | null;
  refineUsage: RoleUsage | null;
  refineMs: number | null;
  changes: typeof noChanges;
  /** What the round's first lazy refine was given. */
  unrefined: RowContext | null;
  /** The published bullets; null where the round published nothing. */
  health: RowHealth | null;
};

export function startRound(): RoundSum {
  return {
    published: null,
    adaptation: null,
    maintenance: null,
    refine: null,
    refineUsage: null,
    refineMs: null,
    changes: noChanges,
    unrefined: null,
    health: null,
  };
}

/** Folds a record into its round, in place. */
export function addToRound(sum: RoundSum, record: AdaptationRecord | RefineRecord): void {
  sum.changes = record.events.reduce(addChanges, sum.changes);
  const maintenance = usageOf(record.usage, ['curator', 'rewriter', 'merger']);
  sum.maintenance = sum.maintenance === null ? maintenance : addUsage(sum.maintenance, maintenance);
  if (record.kind === 'adaptation') {
    const before = sum.adaptation;
    const of = (role: 'generator' | 'reflector' | 'curator'): RoleUsage => {
      const usage = usageOf(record.usage, [role]);
      return before === null ? usage : addUsage(before[role], usage);
    };
    sum.adaptation = { generator: of('generator'), reflector: of('reflector'), curator: of('curator') };
  } else {
    const usage = usageOf(record.usage, ['generator', 'reflector', 'curator', 'rewriter', 'merger']);
    sum.refineUsage = sum.refineUsage === null ? usage : addUsage(sum.refineUsage, usage);
    sum.refine = {
      embedded: (sum.refine?.embedded ?? 0) + record.embedded,
      embeddedTokens: (sum.refine?.embeddedTokens ?? 0) + record.embeddedTokens,
      compared: (sum.refine?.compared ?? 0) + record.compared,
    };
  }
}
