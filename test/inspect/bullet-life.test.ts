import { expect, it } from 'vitest';
import { bulletLife } from '../../harness/inspect/bullet-life.ts';
import { bulletLifeText } from '../../harness/inspect/bullet-life-text.ts';
import type { RunStep } from '../../harness/analysis/run-step.ts';
import { addOf, at, rule } from '../playbook/degrees.ts';
import { evolvedSteps, streamed, textSteps, trialStep } from './recorded-steps.ts';

const batches = [
  [
    { task: 'invoices', lessons: [at(0), 'Another lesson.'], ops: [{ ...addOf(at(0)), rationale: 'seen twice' }] },
    { task: 'orders', lessons: ['Start at ten.'], ops: [addOf(at(10)), addOf(at(90))] },
  ],
  [
    {
      task: 'payments',
      ops: [
        { op: 'tag', id: rule(1), helpful: 2, harmful: 0 },
        { op: 'update', id: rule(1), text: at(200) },
        { op: 'tag', id: 'rul-00077', helpful: 1, harmful: 0 },
      ],
    },
  ],
  [{ task: 'refunds', ops: [{ op: 'remove', id: rule(1) }] }],
] as Parameters<typeof evolvedSteps>[0];

async function traced(id: string, extra: readonly RunStep[] = []) {
  return bulletLife(id, streamed([...(await evolvedSteps(batches)), ...extra]));
}

it('bulletLife() tells what taught a bullet, what happened to it, and its end', async () => {
  const { life } = await traced(rule(1));
  expect(life!.taught).toMatchObject({ round: 1, key: '1/invoices/0', task: 'invoices', lessons: [at(0)] });
  expect(life!.taught!.op).toMatchObject({ op: 'add', rationale: 'seen twice' });
  expect(life!.absorbed).toMatchObject([{ round: 1, from: rule(2), text: at(10), cosine: 0.984808 }]);
  expect(life!.tags).toMatchObject([{ round: 2, helpful: 2, harmful: 0, key: '2/payments/0' }]);
  expect(life!.updates).toMatchObject([{ round: 2, before: at(0), after: at(200) }]);
  expect(life!.end).toEqual({ round: 3, what: { how: 'removed', key: '3/refunds/0' } });
  expect(life!.counters).toEqual({ helpful: 2, harmful: 0, used: 0 });
});

it('bulletLife() shows all lessons of the task where the curator used other words', async () => {
  const { life } = await traced(rule(2));
  expect(life!.taught).toMatchObject({ task: 'orders', lessons: ['Start at ten.'] });
  expect(life!.end).toMatchObject({ round: 1, what: { how: 'duplicate', of: rule(1) } });
});

it('bulletLife() counts the attempts that cite a bullet, with their mean score beside that of all', async () => {
  const trials = [
    trialStep(1, { phase: 'train', score: 1, cited: [rule(3)] }),
    trialStep(1, { phase: 'train', score: 0, cited: [] }),
    trialStep(2, { phase: 'val', score: 1, cited: [] }),
    trialStep(3, { phase: 'test', score: 0.5, cited: [rule(1), rule(3)] }),
    trialStep(3, { phase: 'test', score: 0, cited: [rule(3)] }),
  ];
  const { life } = await traced(rule(3), trials);
  expect(life!.cited).toEqual([
    { phase: 'train', attempts: 1, meanScore: 1, meanOfAll: 0.5 },
    { phase: 'test', attempts: 2, meanScore: 0.25, meanOfAll: 0.25 },
  ]);
  expect(life!.end).toBeNull();
});

it('bulletLife() of an unknown id gives the ids that there were, and of free text that there are none', async () => {
  expect(await traced('rul-99')).toEqual({ life: null, ids: [rule(1), rule(2), rule(3)] });
  expect(await bulletLife('x', streamed(textSteps(['a', 'b'])))).toEqual({ life: null, ids: null });
});

it('bulletLifeText() says it in words, without control characters', async () => {
  const { life } = await traced(rule(1));
  const text = bulletLifeText({ ...life!, bullet: { ...life!.bullet, text: 'red \u001b[31m text' } }, 'a-run');
  expect(text).toContain('taught in round 1 by invoices (op 1/invoices/0)\n  lesson: at 0 by 0 degrees\n');
  expect(text).toContain('because: seen twice');
  expect(text).toContain('round 2: +2 helpful by payments');
  expect(text).toContain(`round 1: ${rule(2)} (cosine 0.9848): at 10 by 0 degrees`);
  expect(text).toContain('gone in round 3: removed by refunds');
  expect(text).not.toContain('\u001b');
});
