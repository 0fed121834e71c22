import type { ContextEvent } from '../core/context-event.ts';
import type { Budget } from '../core/spec.ts';
import { evict } from './evict.ts';
import { fitsBudget } from './fits-budget.ts';
import type { Bullet, Playbook } from './playbook.ts';
import type { PlaybookTokens } from './playbook-tokens.ts';
import type { Refined } from './refine.ts';
import { type RefineModeName, refineModes, type RefineTrigger, type TriggerOptions } from './refine-modes.ts';

export type EvolveDeps<G extends Grown> = {
  readonly round: number;
  readonly budget: Budget;
  readonly tokens: PlaybookTokens;
  /** Lets the playbook grow by what was learnt; `fits` is false for a bullet that could not stand in it even alone. */
  readonly grow: (playbook: Playbook, fits: (bullet: Bullet) => boolean) => G;
  /** When to refine, and how; null where nothing ever is. */
  readonly refine:
    | (TriggerOptions & {
        readonly mode: RefineModeName;
        readonly with: (playbook: Playbook, trigger: RefineTrigger) => Promise<Refined>;
      })
    | null;
};

/** What let a playbook grow, with whatever else is told of it. */
export type Grown = { readonly playbook: Playbook };
type EvictEvent = Extract<ContextEvent, { kind: 'evict' }>;

export type Evolved<G extends Grown> = {
  readonly playbook: Playbook;
  readonly grown: G;
  /** Null where no refine was due. */
  readonly refined: Refined | null;
  /** Null where no eviction was due. */
  readonly evicted: EvictEvent | null;
};

/** One step of evolution: grow, refine where that is due, evict where the budget is exceeded. Throws what refining throws. */
export async function evolve<G extends Grown>(
  playbook: Playbook,
  { round, budget, tokens, grow, refine }: EvolveDeps<G>,
): Promise<Evolved<G>> {
  const grown = grow(playbook, fitsBudget(playbook, budget, tokens));
  const moment = {
    round,
    tokens: () => tokens.of(grown.playbook),
    refinedTokens: grown.playbook.refinedTokens,
    budgetTokens: budget.tokens,
  };
  const trigger = refine === null ? null : refineModes[refine.mode](moment, refine);
  const refined = refine === null || trigger === null ? null : await refine.with(grown.playbook, trigger);
  const { playbook: left, event } = evict(refined?.playbook ?? grown.playbook, budget, { round, tokens });
  return { playbook: left, grown, refined, evicted: event };
}

/** What a step did after it let the playbook grow, as events in their order. */
export function eventsAfterGrowth({
  refined,
  evicted,
}: Pick<Evolved<Grown>, 'refined' | 'evicted'>): readonly ContextEvent[] {
  return [...(refined === null ? [] : [refined.event]), ...(evicted === null ? [] : [evicted])];
}
