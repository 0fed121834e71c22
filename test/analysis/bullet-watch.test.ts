import { describe, expect, it } from 'vitest';
import type { ContextEvent, Op } from '../../harness/core/context-event.ts';
import type { Json } from '../../harness/core/json.ts';
import { emptyPlaybook } from '../../harness/playbook/playbook.ts';
import { noHealth, watchBullets } from '../../harness/analysis/bullet-watch.ts';

const start = emptyPlaybook('Base.', ['RULES']);
const id = (number: number): string => `rul-0000${number}`;
const rule = (text: string): Op => ({ op: 'add', section: 'RULES', text, type: null, rationale: null });

function delta(round: number, ops: readonly Op[], used: readonly (readonly [string, number])[] = []): ContextEvent {
  const keyed = ops.map((op, index) => ({ key: `${round}/t/${index}`, op }));
  return { kind: 'delta', round, ops: keyed, applied: [], rejected: [], used };
}

type Refine = Extract<ContextEvent, { kind: 'refine' }>;
function refined(changes: Partial<Refine>): ContextEvent {
  const nothing = { merged: [], vetoed: [], compared: 1, tokensBefore: 9, tokensAfter: 9 };
  return { kind: 'refine', trigger: 'delta', ...nothing, ...changes };
}

function veto(a: number, b: number, texts: readonly [string, string], guard = 'negation'): Refine['vetoed'][number] {
  return { a: id(a), b: id(b), texts, cosine: 0.95, guard };
}

/** The health that each round publishes, of rounds given as events and the bullets they leave. */
function healthOf(context: Json | null, rounds: readonly (readonly [bullets: number, ...ContextEvent[]])[]) {
  const watch = watchBullets(context);
  return rounds.map(([bullets, ...events], index) => {
    for (const event of events) watch.add(event);
    return watch.close({ round: index, bullets });
  });
}

describe('watchBullets()', () => {
  it('counts bullets that were never cited once they are older than the round', () => {
    const [, first, second] = healthOf(start, [
      [0],
      [2, delta(1, [rule('Retry 3 times.'), rule('Sort by `due`.')])],
      [3, delta(2, [rule('Page 0 is first.')], [[id(1), 2]])],
    ]);
    expect(first!.unused).toBe(0);
    expect(second!.unused).toBe(1);
  });

  it('counts bullets that were harmful more often than helpful, not as often', () => {
    const tag = (number: number, helpful: number, harmful: number): Op => ({
      ...{ op: 'tag', id: id(number), helpful, harmful },
    });
    const ops = [rule('Retry 3 times.'), rule('Sort by `due`.'), rule('Page 0 is first.')];
    const [, health] = healthOf(start, [[0], [3, delta(1, [...ops, tag(1, 1, 1), tag(2, 0, 1), tag(3, 2, 1)])]]);
    expect(health!.harmful).toBe(1);
  });

  it('counts vague bullets', () => {
    const [, health] = healthOf(start, [[0], [2, delta(1, [rule('Always be careful.'), rule('Retry 3 times.')])]]);
    expect(health!.vague).toBe(1);
  });

  it('counts bullets that came, went or say something else over those before, and none where there were none', () => {
    const rounds = healthOf(start, [
      [0],
      [4, delta(1, [rule('Rule 1.'), rule('Rule 2.'), rule('Rule 3.'), rule('Rule 4.')])],
      [
        4,
        delta(2, [rule('Rule 5.'), { op: 'update', id: id(1), text: 'Rule 6.' }]),
        { kind: 'evict', ids: [id(2)], ties: 0, tokensBefore: 9, tokensAfter: 8, exceedsBy: 0 },
      ],
      // Counters are no change of what is said.
      [4, delta(3, [{ op: 'tag', id: id(3), helpful: 1, harmful: 0 }])],
    ]);
    expect(rounds.map(({ churn }) => churn)).toEqual([null, null, 3 / 4, 0]);
  });

  it('counts a pair that a guard kept apart once, for as long as both stand and say what was compared', () => {
    const texts = ['Retry 3 times.', 'Never retry.', 'Retry 5 times.'];
    const rounds = healthOf(start, [
      [0],
      [3, delta(1, texts.map(rule))],
      [3, refined({ vetoed: [veto(1, 2, [texts[0]!, texts[1]!]), veto(1, 3, [texts[0]!, texts[2]!], 'numbers')] })],
      [3, refined({ vetoed: [veto(1, 2, [texts[0]!, texts[1]!])] })],
      [3, delta(4, [{ op: 'update', id: id(2), text: 'Retry on Mondays.' }])],
      [2, refined({ merged: [{ from: id(3), into: id(1), cosine: 0.9 }] })],
    ]);
    // Before the first refine nothing was compared.
    expect(rounds.map(({ conflicts }) => conflicts)).toEqual([null, null, 2, 2, 1, 0]);
  });

  it('knows nothing of free text, of a start that was not told, and from events on that do not fit', () => {
    expect(healthOf({ text: 'Base.' }, [[0]])).toEqual([noHealth]);
    expect(healthOf(null, [[0]])).toEqual([noHealth]);
    const strange = refined({ merged: [{ from: id(8), into: id(9), cosine: 0.9 }] });
    expect(healthOf(start, [[0], [0, strange], [0]]).slice(1)).toEqual([noHealth, noHealth]);
    // One bullet more was published than the events made.
    expect(healthOf(start, [[0], [2, delta(1, [rule('Rule 1.')])], [1]]).slice(1)).toEqual([noHealth, noHealth]);
  });
});
