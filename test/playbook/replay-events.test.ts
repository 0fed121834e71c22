import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContextEvent, KeyedOp } from '../../harness/core/context-event.ts';
import type { Json } from '../../harness/core/json.ts';
import { applyDelta } from '../../harness/playbook/apply-delta.ts';
import { evictPolicies } from '../../harness/core/spec.ts';
import { duplicateRuleNames } from '../../harness/playbook/duplicate-rules.ts';
import { evict } from '../../harness/playbook/evict.ts';
import { fitsBudget } from '../../harness/playbook/fits-budget.ts';
import { emptyPlaybook, type Playbook } from '../../harness/playbook/playbook.ts';
import { refine } from '../../harness/playbook/refine.ts';
import { writtenTokens } from './written-tokens.ts';
import { replayEvents } from '../../harness/playbook/replay-events.ts';
import { degreesWorld, dropping, playbookOf, rule, section } from './degrees.ts';
import { anyOp } from './deltas.ts';
import { anyHeadingOp, headingsWorld } from './headings.ts';

type Round = { readonly ops: readonly KeyedOp['op'][]; readonly refines: boolean; readonly usedFirst: number };

const budget = { tokens: 250, evict: 'lowest-utility', evictTo: 0.7, graceRounds: 1 } as const;
const tokens = writtenTokens((text) => text.length);
const anyRounds: fc.Arbitrary<Round[]> = fc.array(
  fc.record({
    ops: fc.array(anyOp, { maxLength: 12, size: 'max' }),
    refines: fc.boolean(),
    usedFirst: fc.nat({ max: 2 }),
  }),
  { minLength: 1, maxLength: 8, size: 'max' },
);

/** What a run does to a playbook in one round, with the events that it records. */
async function lived(playbook: Playbook, { ops, refines, usedFirst }: Round, round: number) {
  const keyed = ops.map((op, index): KeyedOp => ({ key: `${round}/task/${index}`, op }));
  const used = new Map(usedFirst === 0 ? [] : [[rule(1), usedFirst]]);
  const grown = applyDelta(playbook, keyed, { round, fits: fitsBudget(playbook, budget, tokens), used });
  const refined = refines ? await refine(grown.playbook, dropping(0.9), 'delta', degreesWorld()) : null;
  const evicted = evict(refined?.playbook ?? grown.playbook, budget, { round, tokens });
  const events: readonly (ContextEvent | null)[] = [grown.event, refined?.event ?? null, evicted.event];
  return { playbook: evicted.playbook, events: events.filter((event) => event !== null) };
}

describe('replayEvents()', () => {
  it('rebuilds every round of any history exactly, from events that were written down and read', async () => {
    let evictions = 0;
    let merges = 0;
    let tooLarge = 0;
    await fc.assert(
      fc.asyncProperty(anyRounds, async (rounds) => {
        let current = emptyPlaybook('Base instructions.', [section]);
        let rebuilt: Json = current;
        for (const [index, round] of rounds.entries()) {
          const { playbook, events } = await lived(current, round, index + 1);
          current = playbook;
          rebuilt = replayEvents(rebuilt, JSON.parse(JSON.stringify(events)));
          expect(rebuilt).toEqual(current);
          for (const event of events) {
            if (event.kind === 'evict') evictions += event.ids.length;
            if (event.kind === 'delta')
              tooLarge += event.rejected.filter(({ reason }) => reason === 'too-large').length;
            if (event.kind === 'refine') merges += event.merged.length;
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(evictions).toBeGreaterThan(10);
    expect(merges).toBeGreaterThan(10);
    expect(tooLarge).toBeGreaterThan(10);
  });

  it('rebuilds what every policy of refine and of eviction made, without embedder, guards or model', async () => {
    const rounds = fc.array(fc.array(anyHeadingOp, { maxLength: 8, size: 'max' }), { maxLength: 5, size: 'max' });
    const seen = { text: 0, replaced: 0, evicted: 0 };
    await fc.assert(
      fc.asyncProperty(
        rounds,
        fc.constantFrom(...duplicateRuleNames),
        fc.constantFrom('playbook' as const, 'section' as const),
        fc.constantFrom(...evictPolicies),
        fc.constantFrom(0.3, 0.9, 0.99),
        async (deltas, onDuplicate, scope, policy, threshold) => {
          let current = emptyPlaybook('', [section, 'ELSEWHERE']);
          let rebuilt: Json = current;
          for (const [index, ops] of deltas.entries()) {
            const round = index + 1;
            const keyed = ops.map((op, nth): KeyedOp => ({ key: `${round}/task/${nth}`, op }));
            const grown = applyDelta(current, keyed, { round, fits: () => true, used: new Map() });
            const options = { threshold, onDuplicate, scope, guards: ['negation'] } as const;
            const refined = await refine(grown.playbook, options, 'delta', headingsWorld());
            const limits = { tokens: 300, evict: policy, evictTo: 0.7, graceRounds: 1 };
            const evicted = evict(refined.playbook, limits, { round, tokens });
            current = evicted.playbook;
            const events = [grown.event, refined.event, ...(evicted.event === null ? [] : [evicted.event])];
            rebuilt = replayEvents(rebuilt, JSON.parse(JSON.stringify(events)));
            expect(rebuilt).toEqual(current);
            seen.text += refined.event.merged.filter(({ text }) => text !== undefined).length;
            seen.replaced += refined.event.replaced?.length ?? 0;
            seen.evicted += evicted.event?.ids.length ?? 0;
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(Math.min(seen.text, seen.evicted)).toBeGreaterThan(10);
    expect(seen.replaced).toBeGreaterThan(2);
  });

  it('takes a rewrite as the context, and lets what failed and lessons change nothing', () => {
    const context = playbookOf(['One.']);
    const events: readonly ContextEvent[] = [
      { kind: 'lessons', task: 't', lessons: ['x'], rounds: 1 },
      { kind: 'failed', role: 'curator', task: 't', failure: { kind: 'empty', message: '' } },
    ];
    expect(replayEvents(context, events)).toBe(context);
    expect(replayEvents(context, [...events, { kind: 'rewrite', context: { text: 'new' } }])).toEqual({ text: 'new' });
  });
});
