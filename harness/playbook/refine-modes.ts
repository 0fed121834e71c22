import type { ContextEvent } from '../core/context-event.ts';

export type TriggerOptions = {
  /** For `lazy`: shares of the budget. */
  readonly triggerAt: number;
  readonly rearm: number;
  /** For `periodic`: rounds. */
  readonly every: number;
};
export type RefineTrigger = Extract<ContextEvent, { kind: 'refine' }>['trigger'];

/** Where a run stands once a delta was merged. */
export type RefineMoment = {
  readonly round: number;
  /** Rendered tokens now, counted when asked for. */
  readonly tokens: () => number;
  /** Rendered tokens that growth is counted from: those after the last refine, or after an eviction since that left fewer; null before the first. */
  readonly refinedTokens: number | null;
  readonly budgetTokens: number;
};

/** Tells, after a merged delta, why a refine is due; null where it is not. */
export type RefineMode = (moment: RefineMoment, options: TriggerOptions) => RefineTrigger | null;

/** When to refine, by the name that configs use. */
export const refineModes = {
  /** After each merged delta. */
  proactive: () => 'delta',
  /** Above `triggerAt` x budget, and then again only after growth by `rearm` x budget or when an overflow is due. */
  lazy: ({ tokens, refinedTokens, budgetTokens }, { triggerAt, rearm }) => {
    const now = tokens();
    if (now <= triggerAt * budgetTokens) return null;
    const grown = refinedTokens === null || now - refinedTokens >= rearm * budgetTokens;
    return grown || now > budgetTokens ? 'budget' : null;
  },
  /** In every round whose number `every` divides: rounds count through all epochs, so a resume refines in the same ones. */
  periodic: ({ round }, { every }) => (round % every === 0 ? 'period' : null),
  off: () => null,
} satisfies { readonly [name: string]: RefineMode };

export type RefineModeName = keyof typeof refineModes;
export const refineModeNames = Object.keys(refineModes) as RefineModeName[];
