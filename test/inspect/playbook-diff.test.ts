import fc from 'fast-check';
import { expect, it } from 'vitest';
import { playbookDiff } from '../../harness/inspect/playbook-diff.ts';
import { playbookDiffText } from '../../harness/inspect/playbook-diff-text.ts';
import { playbookIn, type RunStep } from '../../harness/analysis/run-step.ts';
import { addOf, at, rule } from '../playbook/degrees.ts';
import { anyOp } from '../playbook/deltas.ts';
import { evolvedSteps, streamed, textSteps } from './recorded-steps.ts';

async function diffOf(steps: readonly RunStep[], from: number, to: number) {
  const { diff } = await playbookDiff('a-run', streamed(steps), [from, to]);
  return diff!;
}

const batches = [
  [{ task: 'one', ops: [addOf(at(0)), addOf(at(60)), addOf(at(120)), addOf(at(180)), addOf(at(61))] }],
  [
    {
      task: 'two',
      ops: [
        { op: 'tag', id: rule(1), helpful: 1, harmful: 0 },
        { op: 'update', id: rule(2), text: at(70) },
        { op: 'remove', id: rule(3) },
        addOf(at(240)),
        addOf(at(181)),
      ],
    },
  ],
] as Parameters<typeof evolvedSteps>[0];

it('playbookDiff() sorts bullets into added, gone, reworded, counted, passing and the same', async () => {
  const diff = await diffOf(await evolvedSteps(batches), 1, 2);
  expect(diff).toMatchObject({
    kind: 'playbook',
    from: { round: 1, bullets: 4 },
    to: { round: 2, bullets: 4 },
    added: [{ id: rule(6), text: at(240), round: 2, key: '2/two/3' }],
    removed: [{ id: rule(3), text: at(120), round: 2, end: { how: 'removed', key: '2/two/2' } }],
    changed: [{ id: rule(2), before: at(60), text: at(70), key: '2/two/1' }],
    counted: [{ id: rule(1), before: { helpful: 0 }, after: { helpful: 1 } }],
    passing: [{ id: rule(7), text: at(181), end: { how: 'duplicate', of: rule(4) } }],
    same: 1,
  });
});

it('playbookDiff() says what it takes from one context to the other, and how each bullet went', async () => {
  const anyRounds = fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 })).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
  const anyBatches = fc.array(fc.array(anyOp, { maxLength: 6, size: 'max' }), { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(anyBatches, anyRounds, async (opsOf, [from, to]) => {
      const steps = await evolvedSteps(
        opsOf.map((ops) => [{ task: 'task', ops }]),
        { budget: 300 },
      );
      const textsAt = (round: number) => {
        const step = steps.find(({ record }) => record.kind === 'round' && record.round === round)!;
        return new Map(playbookIn(step.context)!.bullets.map(({ id, text }) => [id, text]));
      };
      const diff = await diffOf(steps, from!, to!);
      if (diff.kind !== 'playbook') throw new Error('Expected a playbook');
      const texts = textsAt(from!);
      for (const { id, end, round } of diff.removed) {
        expect(end).not.toBeNull();
        expect(round).toBeGreaterThan(from!);
        texts.delete(id);
      }
      for (const { id, text } of [...diff.added, ...diff.changed]) texts.set(id, text);
      expect(texts).toEqual(textsAt(to!));
      expect(diff.passing.every(({ end }) => end !== null)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

it('playbookDiff() of free text is a line diff', async () => {
  const diff = await diffOf(textSteps(['a\nb\nc', 'a\nB\nc\nd']), 0, 1);
  expect(diff).toMatchObject({
    kind: 'text',
    hunks: [{ oldStart: 1, newStart: 1, lines: [' a', '-b', '+B', ' c', '+d'] }],
  });
  expect(playbookDiffText(diff, { all: false })).toContain('\n- b\n+ B\n');
});

it('playbookDiff() of a round that was not recorded is null, with the last that was', async () => {
  expect(await playbookDiff('a-run', streamed(textSteps(['a', 'b'])), [1, 7])).toEqual({ diff: null, lastRound: 1 });
});

it('playbookDiffText() lists what only counted and what passed by only where all is asked for', async () => {
  const diff = await diffOf(await evolvedSteps(batches), 1, 2);
  const [short, long] = [playbookDiffText(diff, { all: false }), playbookDiffText(diff, { all: true })];
  expect(short).toContain('added 1, gone 1, reworded 1, only counted 1, came and went in between 1, the same 1');
  expect(short).toContain(`+ [${rule(6)}] round 2 by two: ${at(240)}`);
  expect(short).toContain(`- [${rule(3)}] ${at(120)}\n    round 2: removed by two`);
  expect(short).toContain(`~ [${rule(2)}] ${at(70)}\n    was: ${at(60)}\n    round 2 by two`);
  expect(short).not.toContain('helpful 0 -> 1');
  expect(long).toContain('helpful 0 -> 1');
  expect(long).toContain(`round 2: duplicate of ${rule(4)} (cosine 0.9998)`);
});

it('playbookDiffText() says where nothing differs', async () => {
  const diff = await diffOf(await evolvedSteps(batches), 1, 1);
  expect(playbookDiffText(diff, { all: false })).toMatch(/\nnothing differs$/);
});
