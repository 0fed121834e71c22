import { beforeAll, describe, expect, it } from 'vitest';
import { create, options } from '../../baselines/full-rewrite.ts';
import type { Budget } from '../../harness/core/spec.ts';
import type { Tools } from '../../harness/core/tools.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import { toolsWith, workingRoles, wrongAttempt } from '../contracts/adaptation-deps.ts';
import { blocksOf, type Script, scriptedLlm } from '../contracts/scripted-llm.ts';

const budget: Budget = { tokens: 50, evict: 'lowest-utility', evictTo: 0.8, graceRounds: 1 };
const batch = [wrongAttempt('q-8'), wrongAttempt('q-16'), wrongAttempt('q-24')];

describe('full-rewrite', () => {
  let countTokens: Tools['countTokens'];
  beforeAll(async () => {
    countTokens = (await createTokenCounter()).count;
  });
  const adapted = async (rewriter: NonNullable<Script['rewriter']>, changes: Partial<Budget> = {}) => {
    const method = create(options.parse({}), { budget: { ...budget, ...changes }, countTokens });
    const { llm, requests } = scriptedLlm({ ...workingRoles, rewriter });
    const { context, events } = await method.adapt({ text: 'Base.' }, batch, toolsWith({ llm, countTokens }));
    return { text: context.text, events, rewrites: requests.filter(({ role }) => role === 'rewriter') };
  };

  it('writes the context anew once per batch, from all its lessons and with the budget as the limit', async () => {
    const { text, events, rewrites } = await adapted(() => 'All new.', { tokens: 500 });
    expect(text).toBe('All new.');
    expect(events.at(-1)).toEqual({ kind: 'rewrite', context: { text: 'All new.' } });
    expect(rewrites).toHaveLength(1);
    const { context, lessons, limit } = blocksOf(rewrites[0]!);
    expect({ context, limit }).toEqual({ context: 'Base.', limit: '500 tokens' });
    for (const id of ['q-8', 'q-16', 'q-24']) expect(lessons).toContain(`The answer to ${id} `);
    expect(lessons!.indexOf('q-8')).toBeLessThan(lessons!.indexOf('q-24'));
  });

  it('is told the room that evictions leave where context and lessons exceed the budget', async () => {
    const limitAt = async (changes: Partial<Budget>) => {
      const { rewrites } = await adapted(() => 'New.', changes);
      return blocksOf(rewrites[0]!).limit;
    };
    const lessons = blocksOf((await adapted(() => 'New.')).rewrites[0]!).lessons!;
    const needed = countTokens('Base.') + countTokens(lessons);
    expect(await limitAt({ tokens: needed })).toBe(`${needed} tokens`);
    expect(await limitAt({ tokens: needed - 1 })).toBe(`${Math.floor(0.8 * (needed - 1))} tokens`);
    expect(await limitAt({ tokens: needed - 1, evictTo: 0.5 })).toBe(`${Math.floor(0.5 * (needed - 1))} tokens`);
    // These never shrink a playbook below its budget either.
    for (const evict of ['off', 'reject-new'] as const)
      expect(await limitAt({ tokens: needed - 1, evict })).toBe(`${needed - 1} tokens`);
  });

  it('takes a text out of the code fence that a model put round it', async () => {
    expect((await adapted(() => '```markdown\nAll new.\n```')).text).toBe('All new.');
  });

  it('accepts a text of exactly the budget, and refuses a longer one, context untouched', async () => {
    const exact = 'word '.repeat(60).trim();
    const tokens = countTokens(exact);
    expect((await adapted(() => exact, { tokens })).text).toBe(exact);
    const { text, events } = await adapted(() => exact, { tokens: tokens - 1 });
    expect(text).toBe('Base.');
    expect(events.at(-1)).toMatchObject({ kind: 'failed', role: 'rewriter', failure: { kind: 'length' } });
    expect((await adapted(() => exact, { tokens: tokens - 1, evict: 'off' })).text).toBe(exact);
  });
});
