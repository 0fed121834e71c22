import type { Budget } from '../core/spec.ts';
import type { Bullet, Playbook } from './playbook.ts';
import type { PlaybookTokens } from './playbook-tokens.ts';

/** Tells whether a bullet fits the budget as the only one of its playbook; every bullet does where nothing is evicted. */
export function fitsBudget(
  playbook: Playbook,
  budget: Budget,
  tokens: Pick<PlaybookTokens, 'alone'>,
): (bullet: Bullet) => boolean {
  if (budget.evict === 'off') return () => true;
  return (bullet) => tokens.alone(playbook, bullet) <= budget.tokens;
}
