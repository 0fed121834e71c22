import { describe, expect, it } from 'vitest';
import { type Playbook, withBullets } from '../../harness/playbook/playbook.ts';
import { type RefineMode, refineModeNames, refineModes } from '../../harness/playbook/refine-modes.ts';
import { playbookOf } from './degrees.ts';

/** Ten tokens a bullet. */
const countTokens = (text: string): number => 10 * text.split('\n').filter((line) => line.startsWith('[')).length;
const options = { triggerAt: 0.9, rearm: 0.1 };

function lazy(bullets: number, refinedTokens: number | null, changed: Partial<typeof options> = {}) {
  const playbook: Playbook = {
    ...playbookOf(Array.from({ length: bullets }, (_, index) => `Rule ${index}.`)),
    refinedTokens,
  };
  return refineModes.lazy(playbook, 1000, { ...options, ...changed }, countTokens);
}

describe('refineModes', () => {
  it('are those of this issue', () => {
    expect(refineModeNames).toEqual(['proactive', 'lazy', 'off']);
  });

  it('proactive refines after every delta, off never, whatever the size', () => {
    const proactive: RefineMode = refineModes.proactive;
    const off: RefineMode = refineModes.off;
    for (const playbook of [playbookOf([]), { ...playbookOf(['x'.repeat(9)]), refinedTokens: 10 }]) {
      expect(proactive(playbook, 1, options, countTokens)).toBe('delta');
      expect(off(playbook, 1, options, countTokens)).toBeNull();
    }
  });

  it('lazy refines for the first time above triggerAt times the budget, not at it', () => {
    expect(lazy(90, null)).toBeNull();
    expect(lazy(91, null)).toBe('budget');
    expect(lazy(51, null, { triggerAt: 0.5 })).toBe('budget');
    expect(lazy(1, null, { triggerAt: 0 })).toBe('budget');
    expect(lazy(100, null, { triggerAt: 1 })).toBeNull();
  });

  it('lazy refines again only after growth by rearm times the budget', () => {
    expect(lazy(95, 860)).toBeNull();
    expect(lazy(95, 850)).toBe('budget');
    expect(lazy(95, 860, { rearm: 0 })).toBe('budget');
    expect(lazy(95, 0, { rearm: 1 })).toBeNull();
  });

  it('lazy refines whenever the budget would overflow, however little was added', () => {
    expect(lazy(100, 999)).toBeNull();
    expect(lazy(101, 1009)).toBe('budget');
    expect(lazy(101, 1010, { rearm: 1 })).toBe('budget');
  });

  it('lazy needs growth, not size: a playbook that shrank since is left alone', () => {
    const shrunk = withBullets(
      playbookOf([]),
      playbookOf(Array.from({ length: 92 }, (_, index) => `Rule ${index}.`)).bullets,
    );
    expect(refineModes.lazy({ ...shrunk, refinedTokens: 990 }, 1000, options, countTokens)).toBeNull();
  });
});
