import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addUsage, noUsage, type RoleUsage, usageOf } from '../../harness/core/usage.ts';
import { usageWith } from '../contracts/llm-parts.ts';

describe('addUsage()', () => {
  const count = fc.option(fc.nat(1_000_000));
  const usage: fc.Arbitrary<RoleUsage> = fc.record({
    calls: fc.nat(1000),
    inputTokens: count,
    cachedTokens: count,
    cacheWriteTokens: count,
    outputTokens: count,
    reasoningTokens: count,
  });

  it('is the same in any order and grouping, and starts from nothing', () => {
    fc.assert(
      fc.property(usage, usage, usage, (a, b, c) => {
        expect(addUsage(noUsage, a)).toEqual(a);
        expect(addUsage(a, b)).toEqual(addUsage(b, a));
        expect(addUsage(addUsage(a, b), c)).toEqual(addUsage(a, addUsage(b, c)));
      }),
    );
  });
});

describe('usageOf()', () => {
  it('adds up the roles that are named, those that made no call as nothing', () => {
    const usage = { curator: usageWith({ inputTokens: 5, outputTokens: null }), merger: usageWith({ inputTokens: 2 }) };
    expect(usageOf(usage, ['curator', 'rewriter', 'merger'])).toMatchObject({
      calls: 2,
      inputTokens: 7,
      outputTokens: null,
    });
    expect(usageOf(usage, ['generator'])).toEqual(noUsage);
  });
});
