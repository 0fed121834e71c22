import type { Budget } from '../core/spec.ts';
import { type Bullet, type Playbook, withBullets } from './playbook.ts';
import { renderPlaybook } from './render-playbook.ts';

/** Tells whether a bullet fits the budget as the only one of its playbook; every bullet does where nothing is evicted. */
export function fitsBudget(
  playbook: Playbook,
  budget: Budget,
  countTokens: (text: string) => number,
  render: (playbook: Playbook) => string = renderPlaybook,
): (bullet: Bullet) => boolean {
  if (budget.evict === 'off') return () => true;
  return (bullet) => countTokens(render(withBullets(playbook, [bullet]))) <= budget.tokens;
}
