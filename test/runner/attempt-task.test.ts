import { describe, expect, it } from 'vitest';
import { createRng } from '../../harness/core/rng.ts';
import { type Attempt, emptyAttempt } from '../../harness/core/suite.ts';
import { attemptTask } from '../../harness/runner/attempt-task.ts';
import { toolsFor } from '../../harness/runner/tools-for.ts';
import { partsOf, sumsSuite, sumTasks, textContext } from './sums.ts';

const task = sumTasks('train', 2)[1]!;

function attempted(attempt: Partial<Attempt>) {
  const suite = sumsSuite({ attempt: async () => ({ ...emptyAttempt, ...attempt }) });
  const parts = partsOf({ suite });
  const at = { phase: 'train', round: 1, epoch: 1, task: task.id, sample: 0 } as const;
  const decoding = { temperature: 0, seed: 1, maxTokens: { default: 64 } };
  const refuse = () => Promise.reject(new Error('not here'));
  const scope = { at, rng: createRng(1), decoding, reattempt: refuse, trial: refuse };
  const { tools } = toolsFor(scope, parts, new Set());
  const render = async () => textContext('Add.');
  return attemptTask(task, render, { suite, tools, gradeTools: tools, clock: parts.clock });
}

describe('attemptTask()', () => {
  it('scores a failed attempt 0 under every profile, whatever it left behind, and keeps the feedback', async () => {
    const { grade } = await attempted({ answer: String(task.gold), failure: { kind: 'length', message: 'cut' } });
    expect(grade).toMatchObject({ score: 0, checks: { passed: 0, total: 1 }, profiles: { exact: 0 }, reference: '4' });
  });

  it('grades an attempt without a failure', async () => {
    const { grade, attempt } = await attempted({ answer: String(task.gold) });
    expect([grade.score, attempt.failure]).toEqual([1, null]);
  });
});
