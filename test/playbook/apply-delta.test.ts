import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyedOp, Op } from '../../harness/core/context-event.ts';
import { applyDelta, type DeltaContext, startSections } from '../../harness/playbook/apply-delta.ts';
import { parsePlaybook } from '../../harness/playbook/parse-playbook.ts';
import { emptyPlaybook, type Playbook } from '../../harness/playbook/playbook.ts';
import { renderPlaybook } from '../../harness/playbook/render-playbook.ts';
import { addOf, grow, playbookOf, rule, textsOf } from './degrees.ts';
import { anyOp } from './deltas.ts';
import { deepFreeze } from './hostile-texts.ts';

function apply(playbook: Playbook, ops: readonly Op[], context: Partial<DeltaContext> = {}) {
  const keyed = ops.map((op, index): KeyedOp => ({ key: `3/t/${index}`, op }));
  return applyDelta(deepFreeze(playbook), deepFreeze(keyed), {
    round: 3,
    fits: () => true,
    used: new Map(),
    ...context,
  });
}

/** The reason for which the one op is rejected, or 'applied'; a rejected one must leave the playbook as it was. */
function verdict(playbook: Playbook, op: Op, context: Partial<DeltaContext> = {}): string {
  const { playbook: after, event } = apply(playbook, [op], context);
  if (event.rejected.length > 0) expect(after).toEqual(playbook);
  return event.rejected[0]?.reason ?? 'applied';
}

const two = playbookOf(['One.', 'Two.']);

describe('applyDelta()', () => {
  it('applies or rejects every op of thousands, in order, and leaves its input as it was', () => {
    let ops = 0;
    fc.assert(
      fc.property(fc.array(anyOp, { maxLength: 60, size: 'max' }), (delta) => {
        ops += delta.length;
        const start = playbookOf(['One.', 'Two.', 'Three.']);
        const { playbook, event } = apply(start, delta);
        const keys = delta.map((_op, index) => `3/t/${index}`);
        const settled = [...event.applied, ...event.rejected].map(({ key }) => key);
        expect(new Set(settled)).toEqual(new Set(keys));
        expect(settled).toHaveLength(keys.length);
        expect(event.ops.map(({ op }) => op)).toEqual(delta);
        const numbers = playbook.bullets.map(({ id }) => Number(id.slice('rul-'.length)));
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        for (const number of numbers) expect(number).toBeLessThan(playbook.nextNumber);
        for (const bullet of playbook.bullets) {
          expect(bullet.section).toBe('RULES');
          expect(Number.isSafeInteger(bullet.helpful) && bullet.helpful >= 0).toBe(true);
          expect(Number.isSafeInteger(bullet.harmful) && bullet.harmful >= 0).toBe(true);
        }
        expect(parsePlaybook(renderPlaybook(playbook)).bullets.map(({ id, text }) => [id, text])).toEqual(
          playbook.bullets.map(({ id, text }) => [id, text]),
        );
      }),
      { numRuns: 200 },
    );
    expect(ops).toBeGreaterThan(3_000);
  });

  it('gives the same by one delta as by its ops one at a time: a rejected op changes nothing', () => {
    fc.assert(
      fc.property(fc.array(anyOp, { maxLength: 40, size: 'max' }), (delta) => {
        let stepped = two;
        for (const [index, op] of delta.entries()) {
          const step = applyDelta(stepped, [{ key: `3/t/${index}`, op }], {
            round: 3,
            fits: () => true,
            used: new Map(),
          });
          if (step.event.rejected.length > 0) expect(step.playbook).toBe(stepped);
          stepped = step.playbook;
        }
        expect(apply(two, delta).playbook).toEqual(stepped);
      }),
    );
  });

  it('conserves counters but for what is tagged and removed', () => {
    const sum = (playbook: Playbook) =>
      playbook.bullets.reduce((total, { helpful, harmful }) => total + helpful + harmful, 0);
    fc.assert(
      fc.property(fc.array(anyOp, { maxLength: 60, size: 'max' }), (delta) => {
        let current = two;
        for (const op of delta) {
          const { playbook, event } = apply(current, [op]);
          const change = sum(playbook) - sum(current);
          if (event.applied.length === 0) expect(change).toBe(0);
          else if (op.op === 'tag') expect(change).toBe(op.helpful + op.harmful);
          else if (op.op === 'remove') {
            const gone = current.bullets.find(({ id }) => id === op.id)!;
            expect(change).toBe(0 - gone.helpful - gone.harmful);
          } else expect(change).toBe(0);
          current = playbook;
        }
      }),
    );
  });

  it('never gives an id twice, whatever was removed, merged or imported', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anyOp, { maxLength: 8 }), { maxLength: 8 }),
        fc.nat({ max: 90 }),
        (deltas, number) => {
          let current = parsePlaybook(`## RULES\n[rul-${number}] One.\n[rul-00200] Two.`);
          const ever = new Set(current.bullets.map(({ id }) => id));
          for (const delta of deltas) {
            const { playbook, event } = apply(current, delta);
            for (const { key, id } of event.applied) {
              if (delta[Number(key.split('/')[2])]!.op !== 'add') continue;
              expect(ever.has(id)).toBe(false);
              ever.add(id);
            }
            current = JSON.parse(JSON.stringify(playbook));
          }
        },
      ),
    );
  });

  it('does not give the id of the last bullet again once it is removed', () => {
    const { playbook } = apply(two, [{ op: 'remove', id: rule(2) }, addOf('Three.')]);
    expect(playbook.bullets.map(({ id }) => id)).toEqual([rule(1), rule(3)]);
  });

  it.each<[string, Op, string]>([
    ['an add', addOf('Three.'), 'applied'],
    ['an add of blanks', addOf(' \n\u2028 '), 'empty-text'],
    ['an add to no known section', { ...addOf('x'), section: 'ELSEWHERE' } as Op, 'bad-section'],
    ['an add that names no section where the type has none', { ...addOf('x'), section: ' ' } as Op, 'bad-section'],
    ['an update', { op: 'update', id: rule(1), text: 'Other.' }, 'applied'],
    ['an update of nothing', { op: 'update', id: rule(9), text: 'Other.' }, 'unknown-id'],
    ['an update to nothing', { op: 'update', id: rule(1), text: '' }, 'empty-text'],
    ['an update to the same text', { op: 'update', id: rule(1), text: ' One.\n' }, 'no-op'],
    ['an update that says nothing', { op: 'update', id: rule(1), text: 'No changes needed.' }, 'no-op'],
    ['a tag', { op: 'tag', id: rule(1), helpful: 1, harmful: 0 }, 'applied'],
    ['a tag of nothing', { op: 'tag', id: '__proto__', helpful: 1, harmful: 0 }, 'unknown-id'],
    ['a tag of zeros', { op: 'tag', id: rule(1), helpful: 0, harmful: 0 }, 'no-op'],
    ['a negative tag', { op: 'tag', id: rule(1), helpful: 2, harmful: -1 }, 'no-op'],
    ['a merge', { op: 'merge', ids: [rule(2), rule(1)], text: 'Both.' }, 'applied'],
    ['a merge with an unknown id', { op: 'merge', ids: [rule(1), rule(2), rule(9)], text: 'x' }, 'unknown-id'],
    ['a merge of one', { op: 'merge', ids: [rule(1), rule(1)], text: 'x' }, 'no-op'],
    ['a merge of none', { op: 'merge', ids: [], text: 'x' }, 'no-op'],
    ['a merge into nothing', { op: 'merge', ids: [rule(1), rule(2)], text: ' ' }, 'empty-text'],
    ['a removal', { op: 'remove', id: rule(1) }, 'applied'],
    ['a removal of nothing', { op: 'remove', id: rule(9) }, 'unknown-id'],
    ['what could not be read', { op: 'unknown', found: '{}' }, 'unknown-op'],
  ])('of %s says what becomes of it', (_name, op, expected) => {
    expect(verdict(two, op)).toBe(expected);
  });

  it.each<[Op['op'], Op]>([
    ['add', addOf('x'.repeat(50))],
    ['update', { op: 'update', id: rule(1), text: 'x'.repeat(50) }],
    ['merge', { op: 'merge', ids: [rule(1), rule(2)], text: 'x'.repeat(50) }],
  ])('rejects an %s as too large where the bullet could not stand alone', (_name, op) => {
    const fits: DeltaContext['fits'] = ({ text }) => text.length < 50;
    expect(verdict(two, op, { fits })).toBe('too-large');
    expect(verdict(two, { ...op, text: 'short' } as Op, { fits })).toBe('applied');
  });

  it.each([
    'No update needed.',
    'no updates are needed',
    'No new bullets to add.',
    'No changes required to the playbook.',
    'No further additions necessary at this time.',
    '"No modifications needed"',
    'None',
    'None needed.',
    'N/A',
    'Nothing to add.',
    'Nothing.',
  ])('rejects %j as a no-op', (text) => {
    expect(verdict(two, addOf(text))).toBe('no-op');
  });

  it.each([
    'No change to the schema without a migration.',
    'No updates while a backup runs.',
    'Nothing is rounded before the total.',
    'None of the dates are in UTC.',
    'No lessons start before nine.',
    'No.',
    'N/A in a cell means that the value is unknown.',
    'No bullets in the summary: the client wants prose.',
    '42',
  ])('keeps %j', (text) => {
    expect(textsOf(apply(two, [addOf(text)]).playbook).at(-1)).toBe(text);
  });

  it('rejects vague texts of any op where that is asked for, and takes them where it is not', () => {
    const ops: readonly Op[] = [
      addOf('Always be careful.'),
      { op: 'update', id: rule(1), text: 'Always be careful.' },
      { op: 'merge', ids: [rule(1), rule(2)], text: 'Always be careful.' },
    ];
    for (const op of ops) {
      expect(verdict(two, op, { rejectVague: true })).toBe('vague');
      expect(verdict(two, op)).toBe('applied');
      expect(verdict(two, { ...op, text: 'Retry 3 times.' } as Op, { rejectVague: true })).toBe('applied');
    }
    expect(verdict(two, addOf('No update needed.'), { rejectVague: true })).toBe('no-op');
  });

  it('files spellings of one section under one header', () => {
    const empty = emptyPlaybook('', ['PROBLEM-SOLVING HEURISTICS', 'R & D']);
    const names = ['problem_solving_heuristics', 'Problem-Solving Heuristics', 'r_and_d'];
    const { playbook } = apply(
      empty,
      names.map((name, index) => ({ ...addOf(`Rule ${index}.`), section: name }) as Op),
    );
    expect(playbook.bullets.map(({ section }) => section)).toEqual([
      'PROBLEM-SOLVING HEURISTICS',
      'PROBLEM-SOLVING HEURISTICS',
      'R & D',
    ]);
    expect(playbook.sections).toEqual(empty.sections);
  });

  it('files a bullet without a section by its type, and one without a type among the strategies', () => {
    const ops = [null, 'strategy', 'error_pattern', 'tool_tip'].map(
      (type, index) => ({ ...addOf(`Rule ${index}.`), section: '', type }) as Op,
    );
    const { playbook } = apply(emptyPlaybook('', startSections), ops);
    expect(playbook.bullets.map(({ section }) => section)).toEqual([
      'STRATEGIES AND INSIGHTS',
      'STRATEGIES AND INSIGHTS',
      'COMMON MISTAKES TO AVOID',
      'TOOLS AND APIS',
    ]);
  });

  it('merges into the eldest: its id, all counters and uses, all lineage, the new text', () => {
    const tagged = grow(playbookOf(['One.', 'Two.', 'Three.']), [
      { op: 'tag', id: rule(1), helpful: 1, harmful: 2 },
      { op: 'tag', id: rule(3), helpful: 4, harmful: 0 },
    ]);
    const { playbook, event } = apply(tagged, [{ op: 'merge', ids: [rule(3), rule(1)], text: 'Both.' }], {
      used: new Map([
        [rule(1), 2],
        [rule(3), 3],
      ]),
    });
    expect(event.applied).toEqual([{ key: '3/t/0', id: rule(1) }]);
    expect(playbook.bullets.map(({ id }) => id)).toEqual([rule(1), rule(2)]);
    expect(playbook.bullets[0]).toMatchObject({ text: 'Both.', helpful: 5, harmful: 2, used: 5, addedAtRound: 1 });
    expect(playbook.bullets[0]!.lineage).toEqual(['1/task/0', '3/t/0', '1/task/2']);
  });

  it('makes a merged bullet fresh, since its text is new', () => {
    const old: Playbook = { ...two, bullets: two.bullets.map((bullet) => ({ ...bullet, fresh: false })) };
    const { playbook } = apply(old, [{ op: 'merge', ids: [rule(1), rule(2)], text: 'Both.' }]);
    expect(playbook.bullets.map(({ fresh }) => fresh)).toEqual([true]);
  });

  it('makes an updated bullet fresh and keeps its id, counters and place', () => {
    const old: Playbook = { ...two, bullets: two.bullets.map((bullet) => ({ ...bullet, helpful: 7, fresh: false })) };
    const { playbook } = apply(old, [{ op: 'update', id: rule(1), text: 'Other.' }]);
    expect(playbook.bullets.map(({ id, text, helpful, fresh }) => [id, text, helpful, fresh])).toEqual([
      [rule(1), 'Other.', 7, true],
      [rule(2), 'Two.', 7, false],
    ]);
    expect(playbook.bullets[0]!.lineage).toEqual(['1/task/0', '3/t/0']);
  });

  it('counts attempts that used a bullet, and records them by id', () => {
    const used = new Map([
      [rule(2), 3],
      ['gone-00007', 1],
    ]);
    const { playbook, event } = apply(two, [], { used });
    expect(playbook.bullets.map((bullet) => bullet.used)).toEqual([0, 3]);
    expect(event.used).toEqual([
      ['gone-00007', 1],
      [rule(2), 3],
    ]);
  });
});
