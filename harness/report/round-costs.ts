import type { RoleUsage } from '../core/llm.ts';
import type { Phase } from '../core/tools.ts';
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
    ...(train ? upkeepCosts(sum, hasBullets) : blankUpkeep),
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

type UpkeepCosts = Pick<RowCosts, Extract<keyof RowCosts, `upkeep_${string}`>>;

const blankUpkeep: Blank<UpkeepCosts> = {
  upkeep_ms: null,
  upkeep_embedded: null,
  upkeep_embedded_tokens: null,
  upkeep_comparisons: null,
  upkeep_input_tokens: null,
  upkeep_output_tokens: null,
};

function upkeepCosts(sum: RoundSum, hasBullets: boolean): UpkeepCosts {
  const idle =
    sum.upkeep === null || (sum.upkeep.embedded === 0 && sum.upkeep.compared === 0 && sum.upkeepUsage?.calls === 0);
  // A playbook that was not refined cost nothing; upkeep of free text has no meaning.
  if (idle && !hasBullets) return blankUpkeep;
  const usage = sum.upkeepUsage ?? noUsage;
  return {
    upkeep_ms: sum.upkeepMs ?? (sum.upkeep === null ? 0 : null),
    upkeep_embedded: sum.upkeep?.embedded ?? 0,
    upkeep_embedded_tokens: sum.upkeep?.embeddedTokens ?? 0,
    upkeep_comparisons: sum.upkeep?.compared ?? 0,
    upkeep_input_tokens: usage.inputTokens,
    upkeep_output_tokens: usage.outputTokens,
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
