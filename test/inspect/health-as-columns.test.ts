import { expect, it } from 'vitest';
import { runHealth } from '../../harness/inspect/playbook-health-run.ts';
import { foldRun } from '../../harness/report/fold-run.ts';
import type { RoundRecord } from '../../harness/core/records.ts';
import { playbookIn } from '../../harness/analysis/run-step.ts';
import { addOf, at } from '../playbook/degrees.ts';
import { info, trial } from '../report/run-stream.ts';
import { evolvedSteps, streamed } from './recorded-steps.ts';

it('playbook health has the figures of rounds.csv for each round: unused, harmful, vague, conflicts, churn and lessons', async () => {
  const steps = await evolvedSteps([
    [{ task: 'one', ops: [addOf(at(0)), addOf(at(90)), addOf(at(1)), addOf('Always be careful.')] }],
    [
      {
        task: 'two',
        ops: [
          { op: 'tag', id: 'rul-00001', helpful: 0, harmful: 2 },
          { op: 'update', id: 'rul-00002', text: at(80) },
          addOf(at(200)),
        ],
      },
    ],
    [{ task: 'three', ops: [addOf(at(270)), { op: 'remove', id: 'rul-00001' }] }],
  ] as Parameters<typeof evolvedSteps>[0]);
  const { rounds } = await runHealth(streamed(steps));
  const fold = foldRun(info({ start: steps[0]!.context }));
  for (const { record, context } of steps) {
    if (record.kind !== 'round') fold.add(record);
    else {
      fold.add(trial({ round: record.round }));
      fold.add({ ...(record as RoundRecord), bullets: playbookIn(context)?.bullets.length ?? null });
    }
  }
  const rows = fold.rows().filter(({ round }) => round > 0);
  const columns = [
    'unused',
    'harmful',
    'vague',
    'conflicts',
    'churn',
    'coverage',
    'retention',
    'redundancy',
    'wrong',
  ] as const;
  const figures = (row: (typeof rounds)[number] | (typeof rows)[number]) =>
    columns.map((column) => [column, row[column]]);
  expect(rows.map(figures)).toEqual(rounds.map(figures));
  expect(rounds.map(({ harmful }) => harmful)).toEqual([0, 1, 0]);
  expect(rounds.map(({ churn }) => churn)[0]).toBeNull();
  expect(rounds.at(-1)!.unused).toBeGreaterThan(0);
});
