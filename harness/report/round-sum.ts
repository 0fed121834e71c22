import type { BulletHealth } from '../analysis/bullet-watch.ts';
import type { AdaptationRecord, EmbeddingUse, RefineRecord, RoundRecord } from '../core/records.ts';
import { addReadings, type ReadingCounts } from '../core/readings.ts';
import { addUsage, noUsage, type RoleUsage, type UsageByRole, usageOf } from '../core/usage.ts';
import type { Role } from '../core/llm.ts';
import { type FailedRole, isInfraFailure } from '../core/failure.ts';
import { addChanges, noChanges } from './context-changes.ts';

/** Of a context; nulls are unknown, or bullets of a context that has none. */
export type ContextSize = { readonly bullets: number | null; readonly tokens: number | null };

export type RefineCost = {
  readonly ms: number | null;
  readonly embeddingMs: number | null;
  readonly embedded: number;
  readonly embeddedTokens: number;
  readonly compared: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
};

/** What a round's records add up to. Null is a record that was not met. */
export type RoundSum = {
  published: RoundRecord | null;
  adaptation: UsageByRole | null;
  maintenance: RoleUsage | null;
  rollouts: number | null;
  /** What failed by the model or a part while the round learnt, by who failed. */
  readonly failed: { [role in FailedRole]?: number };
  /** Calls while the round learnt, refine among them. */
  readonly calls: { [role in Role]?: number };
  /** What had to be done to read the replies while the round learnt. */
  readings: ReadingCounts;
  embedding: EmbeddingUse | null;
  refine: EmbeddingUse | null;
  refineUsage: RoleUsage | null;
  refineMs: number | null;
  refineEmbeddingMs: number | null;
  changes: typeof noChanges;
  /** What the round's first lazy refine was given. */
  unrefined: ContextSize | null;
  /** The published bullets; null where the round published nothing. */
  health: BulletHealth | null;
};

export function startRound(): RoundSum {
  return {
    ...{ failed: {}, calls: {}, readings: {} },
    ...{ published: null, adaptation: null, maintenance: null, rollouts: null, embedding: null },
    ...{
      refine: null,
      refineUsage: null,
      refineMs: null,
      refineEmbeddingMs: null,
      changes: noChanges,
      unrefined: null,
      health: null,
    },
  };
}

const learningRoles = ['generator', 'reflector', 'curator'] as const;
const maintenanceRoles = ['curator', 'rewriter', 'merger'] as const;

/** Folds a record into its round, in place. */
export function addToRound(sum: RoundSum, record: AdaptationRecord | RefineRecord): void {
  sum.changes = record.events.reduce(addChanges, sum.changes);
  for (const event of record.events)
    if (event.kind === 'failed' && !isInfraFailure(event.failure.kind))
      sum.failed[event.role] = (sum.failed[event.role] ?? 0) + 1;
  for (const [role, { calls }] of Object.entries(record.usage))
    sum.calls[role as Role] = (sum.calls[role as Role] ?? 0) + calls;
  sum.readings = Object.values(record.readings).reduce(addReadings, sum.readings);
  sum.maintenance = addUsage(sum.maintenance ?? noUsage, usageOf(record.usage, maintenanceRoles));
  if (record.kind === 'adaptation') {
    const before = sum.adaptation ?? {};
    sum.adaptation = Object.fromEntries(
      learningRoles.map((role) => [role, addUsage(before[role] ?? noUsage, usageOf(record.usage, [role]))]),
    );
    sum.rollouts = (sum.rollouts ?? 0) + record.rollouts;
    sum.embedding = addEmbedding(sum.embedding, record.embedding);
  } else {
    const usage = usageOf(record.usage, [...learningRoles, 'rewriter', 'merger']);
    sum.refineUsage = addUsage(sum.refineUsage ?? noUsage, usage);
    sum.refine = addEmbedding(sum.refine, record);
  }
}

/** The sum of two; null where nothing was embedded or compared in either. */
export function addEmbedding(a: EmbeddingUse | null, b: EmbeddingUse | null): EmbeddingUse | null {
  if (a === null && b === null) return null;
  return {
    embedded: (a?.embedded ?? 0) + (b?.embedded ?? 0),
    embeddedTokens: (a?.embeddedTokens ?? 0) + (b?.embeddedTokens ?? 0),
    compared: (a?.compared ?? 0) + (b?.compared ?? 0),
  };
}

/** A playbook that was not refined cost nothing; refine cost of free text has no meaning, and is null. */
export function refineCostOf(
  { refine, refineUsage, refineMs, refineEmbeddingMs }: RoundSum,
  hasBullets: boolean,
): RefineCost | null {
  const idle = refine === null || (refine.embedded === 0 && refine.compared === 0 && refineUsage?.calls === 0);
  if (idle && !hasBullets) return null;
  const { inputTokens, outputTokens } = refineUsage ?? noUsage;
  const { embedded, embeddedTokens, compared } = refine ?? { embedded: 0, embeddedTokens: 0, compared: 0 };
  return {
    ms: refineMs ?? (refine === null ? 0 : null),
    embeddingMs: refineEmbeddingMs ?? (refine === null ? 0 : null),
    embedded,
    embeddedTokens,
    compared,
    inputTokens,
    outputTokens,
  };
}
