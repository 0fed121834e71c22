import type { Phase } from '../core/tools.ts';
import type { RoleUsage } from '../core/usage.ts';
import type { RowChanges, RowCosts } from './round-row.ts';
import type { RoundSum } from './round-sum.ts';
import { addUsage, noUsage, tokensOf } from './usage-sum.ts';

type Blank<T> = { readonly [key in keyof T]: null };

const noneChanged: Blank<RowChanges> = {
  added: null,
  updated: null,
  merged: null,
  dropped: null,
  evicted: null,
  evict_events: null,
  evict_ties: null,
  vetoed: null,
  rejected_ops: null,
  refined: null,
};

/** The change and cost columns of a row, blank on rows that are not the train row, apart from the generator's own usage. */
export function roundCosts(phase: Phase, generator: RoleUsage, sum: RoundSum): RowChanges & RowCosts {
  const train = phase === 'train';
  const adaptation = train ? sum.adaptation : null;
  const hasBullets = train && sum.published !== null && sum.published.bullets !== null;
  return {
    ...(hasBullets ? sum.changes : noneChanged),
    ...(train ? refineCosts(sum, hasBullets) : blankRefineCosts),
    ...generatorCosts(adaptation === null ? generator : addUsage(generator, adaptation.generator)),
    reflector_calls: adaptation?.reflector.calls ?? null,
    reflector_input_tokens: adaptation?.reflector.inputTokens ?? null,
    reflector_cached_tokens: adaptation?.reflector.cachedTokens ?? null,
    reflector_output_tokens: adaptation?.reflector.outputTokens ?? null,
    curator_calls: adaptation?.curator.calls ?? null,
    curator_input_tokens: adaptation?.curator.inputTokens ?? null,
    curator_cached_tokens: adaptation?.curator.cachedTokens ?? null,
    curator_output_tokens: adaptation?.curator.outputTokens ?? null,
    maintenance_tokens: train && sum.maintenance !== null ? tokensOf(sum.maintenance) : null,
    usd: null,
  };
}

type RefineCosts = Pick<RowCosts, Extract<keyof RowCosts, `refine_${string}`>>;

const blankRefineCosts: Blank<RefineCosts> = {
  refine_ms: null,
  refine_embedded: null,
  refine_embedded_tokens: null,
  refine_comparisons: null,
  refine_input_tokens: null,
  refine_output_tokens: null,
};

function refineCosts(sum: RoundSum, hasBullets: boolean): RefineCosts {
  const idle =
    sum.refine === null || (sum.refine.embedded === 0 && sum.refine.compared === 0 && sum.refineUsage?.calls === 0);
  // A playbook that was not refined cost nothing; refine cost of free text has no meaning.
  if (idle && !hasBullets) return blankRefineCosts;
  const usage = sum.refineUsage ?? noUsage;
  return {
    refine_ms: sum.refineMs ?? (sum.refine === null ? 0 : null),
    refine_embedded: sum.refine?.embedded ?? 0,
    refine_embedded_tokens: sum.refine?.embeddedTokens ?? 0,
    refine_comparisons: sum.refine?.compared ?? 0,
    refine_input_tokens: usage.inputTokens,
    refine_output_tokens: usage.outputTokens,
  };
}

function generatorCosts(usage: RoleUsage): Pick<RowCosts, Extract<keyof RowCosts, `generator_${string}`>> {
  return {
    generator_calls: usage.calls,
    generator_input_tokens: usage.inputTokens,
    generator_cached_tokens: usage.cachedTokens,
    generator_output_tokens: usage.outputTokens,
  };
}
