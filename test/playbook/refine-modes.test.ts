import { describe, expect, it } from 'vitest';
import { evict } from '../../harness/playbook/evict.ts';
import {
  type RefineMode,
  type RefineMoment,
  refineModeNames,
  refineModes,
} from '../../harness/playbook/refine-modes.ts';
import { perBullet } from './written-tokens.ts';
import { playbookOf } from './degrees.ts';

const options = { triggerAt: 0.9, rearm: 0.1, every: 3 };

function momentOf(tokens: number, refinedTokens: number | null, round = 1): RefineMoment {
  return { round, tokens: () => tokens, refinedTokens, budgetTokens: 1000 };
}

function lazy(tokens: number, refinedTokens: number | null, changed: Partial<typeof options> = {}) {
  return refineModes.lazy(momentOf(tokens, refinedTokens), { ...options, ...changed });
}

describe('refineModes', () => {
  it('are those of the design', () => {
    expect(refineModeNames).toEqual(['proactive', 'lazy', 'periodic', 'off']);
  });

  it('proactive refines after every delta, off never, whatever the size and round', () => {
    const proactive: RefineMode = refineModes.proactive;
    const off: RefineMode = refineModes.off;
    for (const moment of [momentOf(0, null), momentOf(5000, 10, 3), momentOf(1, 5000, 4)]) {
      expect(proactive(moment, options)).toBe('delta');
      expect(off(moment, options)).toBeNull();
    }
  });

  it('periodic refines in every round that its period divides, and in no other', () => {
    const due = (every: number): readonly number[] =>
      [1, 2, 3, 4, 5, 6, 7].filter((round) => refineModes.periodic(momentOf(5000, null, round), { ...options, every }));
    expect(due(1)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(due(3)).toEqual([3, 6]);
    expect(due(8)).toEqual([]);
    expect(refineModes.periodic(momentOf(0, 0, 6), options)).toBe('period');
  });

  it('lazy refines for the first time above triggerAt times the budget, not at it', () => {
    expect(lazy(900, null)).toBeNull();
    expect(lazy(910, null)).toBe('budget');
    expect(lazy(510, null, { triggerAt: 0.5 })).toBe('budget');
    expect(lazy(10, null, { triggerAt: 0 })).toBe('budget');
    expect(lazy(1000, null, { triggerAt: 1 })).toBeNull();
  });

  it('lazy refines again only after growth by rearm times the budget', () => {
    expect(lazy(950, 860)).toBeNull();
    expect(lazy(950, 850)).toBe('budget');
    expect(lazy(950, 860, { rearm: 0 })).toBe('budget');
    expect(lazy(950, 0, { rearm: 1 })).toBeNull();
  });

  it('lazy refines whenever the budget would overflow, however little was added', () => {
    expect(lazy(1000, 999)).toBeNull();
    expect(lazy(1010, 1009)).toBe('budget');
    expect(lazy(1010, 1010, { rearm: 1 })).toBe('budget');
  });

  it('lazy counts growth from what an eviction left: it need not wait for an overflow', () => {
    const tokens = perBullet(10);
    const budget = { tokens: 1000, evict: 'lowest-utility', evictTo: 0.8, graceRounds: 0 } as const;
    const full = { ...playbookOf(Array.from({ length: 101 }, (_, index) => `Rule ${index}.`)), refinedTokens: 1010 };
    const { playbook } = evict(full, budget, { round: 5, tokens });
    expect(playbook.bullets).toHaveLength(80);
    expect(lazy(900, playbook.refinedTokens)).toBeNull();
    expect(lazy(910, playbook.refinedTokens)).toBe('budget');
    // Without the eviction the same growth is too little.
    expect(lazy(910, full.refinedTokens)).toBeNull();
  });

  it('lazy needs growth, not size: a playbook that shrank since is left alone', () => {
    expect(lazy(920, 990)).toBeNull();
  });
});
