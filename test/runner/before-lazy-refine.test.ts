import { describe, expect, it } from 'vitest';
import type { ContextEvent } from '../../harness/core/context-event.ts';
import { emptyPlaybook } from '../../harness/playbook/playbook.ts';
import { replayEvents } from '../../harness/playbook/replay-events.ts';
import { beforeLazyRefine } from '../../harness/runner/before-lazy-refine.ts';

type Refine = Extract<ContextEvent, { kind: 'refine' }>;

const start = emptyPlaybook('Base.', ['RULES']);
const grow: ContextEvent = {
  kind: 'delta',
  round: 3,
  ops: ['Retry 3 times.', 'Retry three times.'].map((text, index) => ({
    key: `3/t/${index}`,
    op: { op: 'add', section: 'RULES', text, type: null, rationale: null },
  })),
  applied: [],
  rejected: [],
  used: [],
};
const evict: ContextEvent = {
  kind: 'evict',
  ids: ['rul-00001'],
  ties: 0,
  tokensBefore: 9,
  tokensAfter: 5,
  exceedsBy: 0,
};

function refineOf(trigger: Refine['trigger']): ContextEvent {
  const merged = [{ from: 'rul-00002', into: 'rul-00001', cosine: 0.99 }];
  return { kind: 'refine', trigger, merged, vetoed: [], compared: 1, tokensBefore: 9, tokensAfter: 7 };
}

describe('beforeLazyRefine()', () => {
  it('has what was learnt, and nothing merged or evicted', () => {
    const lessons: ContextEvent = { kind: 'lessons', task: 't', lessons: ['Retry.'], rounds: 1 };
    const context = beforeLazyRefine(start, [lessons, grow, refineOf('budget'), evict], replayEvents);
    expect(context).toMatchObject({ bullets: [{ text: 'Retry 3 times.' }, { text: 'Retry three times.' }] });
    expect(context).toMatchObject({ refinedTokens: null });
  });

  it('is none where refine was not due by the budget, or did not run', () => {
    expect(beforeLazyRefine(start, [grow, refineOf('delta'), evict], replayEvents)).toBeNull();
    expect(beforeLazyRefine(start, [grow, refineOf('period')], replayEvents)).toBeNull();
    expect(beforeLazyRefine(start, [grow, evict], replayEvents)).toBeNull();
    expect(beforeLazyRefine(start, [], replayEvents)).toBeNull();
  });
});
