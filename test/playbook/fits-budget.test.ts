import { describe, expect, it } from 'vitest';
import type { Budget } from '../../harness/core/spec.ts';
import { evict } from '../../harness/playbook/evict.ts';
import { fitsBudget } from '../../harness/playbook/fits-budget.ts';
import { emptyPlaybook, withBullets } from '../../harness/playbook/playbook.ts';
import { playbookOf, section } from './degrees.ts';
import { writtenTokens } from './written-tokens.ts';

const tokens = writtenTokens((text) => text.length);
const empty = emptyPlaybook('Base instructions.', [section, 'OTHERS']);
const bullet = playbookOf(['A rule of some length.']).bullets[0]!;
const alone = tokens.of(withBullets(empty, [bullet]));
const budgetOf = (tokens: number): Budget => ({ tokens, evict: 'lowest-utility', evictTo: 0.8, graceRounds: 1 });

describe('fitsBudget()', () => {
  it('takes a bullet that fills the budget exactly, and none that exceeds it by one token', () => {
    expect(fitsBudget(empty, budgetOf(alone), tokens)(bullet)).toBe(true);
    expect(fitsBudget(empty, budgetOf(alone - 1), tokens)(bullet)).toBe(false);
  });

  it('does not count the bullets that are there: they can be evicted', () => {
    const full = withBullets(empty, playbookOf(['x'.repeat(1000)]).bullets);
    expect(fitsBudget(full, budgetOf(alone), tokens)(bullet)).toBe(true);
  });

  it('takes every bullet where nothing is evicted', () => {
    expect(fitsBudget(empty, { ...budgetOf(1), evict: 'off' }, tokens)(bullet)).toBe(true);
  });

  it('agrees with evict(): what fits is kept when it stands alone', () => {
    const playbook = withBullets(empty, [bullet]);
    expect(evict(playbook, budgetOf(alone), { round: 1, tokens }).event).toBeNull();
    const evicted = evict(playbook, budgetOf(alone - 1), { round: 1, tokens });
    expect(evicted.playbook.bullets).toEqual([]);
  });
});
