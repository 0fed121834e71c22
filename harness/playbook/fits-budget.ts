import type { Budget } from '../core/spec.ts';
import type { Playbook } from './playbook.ts';
import { renderPlaybook } from './render-playbook.ts';

/** Tells whether a bullet's text would fit the budget as the only bullet; every text fits where nothing is evicted. */
export function fitsBudget(
  playbook: Playbook,
  budget: Budget,
  countTokens: (text: string) => number,
): (text: string) => boolean {
  if (budget.evict === 'off') return () => true;
  const room = budget.tokens - countTokens(renderPlaybook({ ...playbook, bullets: [] }));
  // A line's id and counters; far above what they take.
  const lineTokens = 40;
  return (text) => countTokens(text) + lineTokens <= room;
}
