import fc from 'fast-check';
import { expect, it } from 'vitest';
import { duplicateRuleNames, duplicateRules } from '../../harness/playbook/duplicate-rules.ts';
import { oneLine } from '../../harness/playbook/one-line.ts';
import { type BulletEvent, bulletEvents, taskOfKey } from '../../harness/analysis/bullet-events.ts';
import { playbookIn, type RunStep } from '../../harness/analysis/run-step.ts';
import { addOf, at, rule } from '../playbook/degrees.ts';
import { anyOp } from '../playbook/deltas.ts';
import { dropAbove, evolvedSteps } from '../inspect/recorded-steps.ts';

const anyBatches = fc.array(fc.array(anyOp, { maxLength: 6, size: 'max' }), { maxLength: 5, size: 'max' });
const anyRefine = fc.record({
  threshold: fc.constantFrom(0, 0.5, 0.95, 1),
  onDuplicate: fc.constantFrom(...duplicateRuleNames.filter((name) => duplicateRules[name] !== 'written')),
  scope: fc.constantFrom('playbook' as const, 'section' as const),
  guards: fc.constant([]),
});

function all(steps: readonly RunStep[]): readonly BulletEvent[] {
  return steps.flatMap(({ events }) => events.flatMap(bulletEvents));
}

it('bulletEvents() tell every birth, every end once, and every change of a text, whatever was proposed and however it was refined', async () => {
  await fc.assert(
    fc.asyncProperty(anyBatches, anyRefine, fc.constantFrom(120, 400, 10_000), async (batches, refine, budget) => {
      const steps = await evolvedSteps(
        batches.map((ops) => [{ task: 'task', ops }]),
        { refine, budget },
      );
      const told = all(steps);
      const ids = (kind: BulletEvent['kind']) => told.filter((one) => one.kind === kind).map(({ id }) => id);
      const last = playbookIn(steps.at(-1)!.context)!;
      expect(new Set(ids('added')).size).toBe(ids('added').length);
      expect(new Set(ids('gone')).size).toBe(ids('gone').length);
      expect([...ids('gone'), ...last.bullets.map(({ id }) => id)].sort()).toEqual([...ids('added')].sort());

      const texts = new Map<string, string>();
      for (const one of told) {
        if (one.kind === 'added') texts.set(one.id, one.op.text);
        if (one.kind === 'updated' || one.kind === 'absorbed') texts.set(one.id, one.after);
      }
      for (const { id, text } of last.bullets) expect(text).toBe(oneLine(texts.get(id)!));
    }),
    { numRuns: 150 },
  );
});

it('bulletEvents() give a duplicate its elder, the cosine and both texts', async () => {
  const ops = [addOf(at(0)), addOf(at(10))];
  const told = all(await evolvedSteps([[{ task: 'one', ops }]]));
  expect(told).toContainEqual({
    id: rule(1),
    kind: 'absorbed',
    from: rule(2),
    text: at(10),
    cosine: 0.984808,
    key: null,
    before: at(0),
    after: at(0),
  });
  expect(told).toContainEqual({
    id: rule(2),
    kind: 'gone',
    text: at(10),
    end: { how: 'duplicate', of: rule(1), cosine: 0.984808, ofText: at(0) },
  });
});

it('bulletEvents() give what a newcomer replaced', async () => {
  const batches = [[at(0), at(20)], [at(10)]].map((texts) => [{ task: 'one', ops: texts.map(addOf) }]);
  const told = all(await evolvedSteps(batches, { refine: { ...dropAbove, onDuplicate: 'replace' } }));
  const ends = told.filter((one) => one.kind === 'gone').map(({ id, end }) => [id, end.how]);
  expect(ends).toEqual([
    [rule(1), 'duplicate'],
    [rule(2), 'replaced'],
  ]);
});

it('bulletEvents() give the text that a merge took over from the younger bullet', async () => {
  const batches = [
    [addOf(at(0)), addOf(at(90)), { op: 'tag', id: rule(2), helpful: 3, harmful: 0 } as const],
    [{ op: 'update', id: rule(2), text: at(5) } as const],
  ].map((ops) => [{ task: 'one', ops }]);
  const steps = await evolvedSteps(batches, { refine: { ...dropAbove, onDuplicate: 'merge' } });
  expect(playbookIn(steps.at(-1)!.context)!.bullets).toMatchObject([{ id: rule(1), text: at(5) }]);
  expect(all(steps).find(({ kind }) => kind === 'absorbed')).toMatchObject({
    id: rule(1),
    text: at(5),
    before: at(0),
    after: at(5),
  });
});

it('bulletEvents() give a veto to both bullets, each with the text of the other', async () => {
  const ops = [addOf(at(7)), addOf(at(9))];
  const told = all(await evolvedSteps([[{ task: 'one', ops }]], { refine: { ...dropAbove, guards: ['numbers'] } }));
  expect(told.filter(({ kind }) => kind === 'vetoed')).toEqual([
    { id: rule(1), kind: 'vetoed', other: rule(2), text: at(9), cosine: 0.999391, guard: 'numbers' },
    { id: rule(2), kind: 'vetoed', other: rule(1), text: at(7), cosine: 0.999391, guard: 'numbers' },
  ]);
});

it('bulletEvents() name the ops of merges and removals, and rejected ops on a bullet', async () => {
  const first = { task: 'one', ops: [addOf(at(0)), addOf(at(90)), addOf(at(180))] };
  const second = {
    task: 'two/b',
    ops: [
      { op: 'merge', ids: [rule(2), rule(1)], text: at(45) },
      { op: 'remove', id: rule(3) },
      { op: 'tag', id: rule(3), helpful: 1, harmful: 0 },
    ] as const,
  };
  const told = all(await evolvedSteps([[first], [second]]));
  const ofSecond = told.filter((one) => 'key' in one && one.key?.startsWith('2/'));
  expect(ofSecond.map(({ id, kind }) => [id, kind])).toEqual([
    [rule(1), 'absorbed'],
    [rule(3), 'rejected'],
  ]);
  expect(told).toContainEqual({
    id: rule(2),
    kind: 'gone',
    text: at(90),
    end: { how: 'merged', into: rule(1), key: '2/two/b/0' },
  });
  expect(told).toContainEqual({ id: rule(3), kind: 'gone', text: at(180), end: { how: 'removed', key: '2/two/b/1' } });
  expect(taskOfKey('2/two/b/1')).toBe('two/b');
});

it('taskOfKey() has no task for ops of a whole batch', () => {
  expect(taskOfKey('2/adapt/1')).toBeNull();
});
