import type { ContextEvent } from '../core/context-event.ts';
import type { Playbook } from './playbook.ts';
import { renderPlaybook } from './render-playbook.ts';

export type LazyOptions = { readonly triggerAt: number; readonly rearm: number };
type Trigger = Extract<ContextEvent, { kind: 'refine' }>['trigger'];

/** Tells, after a merged delta, why a refine is due; null where it is not. */
export type RefineMode = (
  playbook: Playbook,
  budgetTokens: number,
  options: LazyOptions,
  countTokens: (text: string) => number,
) => Trigger | null;

/** When to refine, by the name that configs use. */
export const refineModes = {
  /** After each merged delta. */
  proactive: () => 'delta',
  /** Above `triggerAt` x budget, and then again only after growth by `rearm` x budget or when an overflow is due. */
  lazy: (playbook, budgetTokens, { triggerAt, rearm }, countTokens) => {
    const tokens = countTokens(renderPlaybook(playbook));
    if (tokens <= triggerAt * budgetTokens) return null;
    const grown = playbook.refinedTokens === null || tokens - playbook.refinedTokens >= rearm * budgetTokens;
    return grown || tokens > budgetTokens ? 'budget' : null;
  },
  off: () => null,
} satisfies { readonly [name: string]: RefineMode };

export const refineModeNames = Object.keys(refineModes) as (keyof typeof refineModes)[];
