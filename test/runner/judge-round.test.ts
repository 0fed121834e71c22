import { describe, expect, it } from 'vitest';
import type { RoundRecord } from '../../harness/core/records.ts';
import { betterOf, judgeRound } from '../../harness/runner/judge-round.ts';

const previous: RoundRecord = {
  kind: 'round',
  seq: 1,
  round: 1,
  epoch: 1,
  contextHash: '',
  contextTokens: 100,
  bullets: null,
  editTokens: null,
  editTokensCounters: null,
  prefixReuse: null,
  coverage: 0.4,
  retention: null,
  wrong: null,
  redundancy: null,
  collapsed: false,
  compressed: false,
  valScore: 0.6,
  valRound: 1,
};

describe('judgeRound()', () => {
  it.each([
    ['nothing fell', 0.4, 100, 0.6, { collapsed: false, compressed: false }],
    ['coverage fell to exactly half', 0.2, 100, 0.6, { collapsed: false, compressed: false }],
    ['coverage fell by more than half', 0.19, 100, 0.6, { collapsed: true, compressed: false }],
    ['the val score fell by more than half', 0.4, 100, 0.29, { collapsed: true, compressed: false }],
    ['tokens alone fell by more than half', 0.4, 49, 0.6, { collapsed: false, compressed: true }],
    ['all fell', 0.1, 10, 0.1, { collapsed: true, compressed: false }],
    ['val was not probed', 0.4, 100, null, { collapsed: false, compressed: false }],
    ['coverage is unknown', null, 100, 0.6, { collapsed: false, compressed: false }],
  ])('where %s', (_what, coverage, contextTokens, valScore, verdict) => {
    expect(judgeRound(previous, 0.6, { coverage, contextTokens }, valScore)).toEqual(verdict);
  });

  it('compares val with its last known score, of whichever round', () => {
    const notProbed = { ...previous, valScore: null };
    const now = { coverage: 0.4, contextTokens: 100 };
    expect(judgeRound(notProbed, 0.6, now, 0.1).collapsed).toBe(true);
    expect(judgeRound(notProbed, null, now, 0.1).collapsed).toBe(false);
  });

  it('has no verdict on the first round', () => {
    const now = { coverage: 0, contextTokens: 0 };
    expect(judgeRound(null, null, now, 0)).toEqual({ collapsed: false, compressed: false });
  });
});

describe('betterOf()', () => {
  it('keeps the earlier of equals, and takes what is higher', () => {
    const first = betterOf(null, 0, 0.5, 'zero');
    expect(first).toEqual({ round: 0, score: 0.5, context: 'zero' });
    expect(betterOf(first, 1, 0.5, 'one')).toBe(first);
    expect(betterOf(first, 2, 0.51, 'two')).toEqual({ round: 2, score: 0.51, context: 'two' });
  });
});
