import { afterAll, expect, it } from 'vitest';
import type { Plan } from '../../harness/cli/plan.ts';
import { saidByRun } from './in-process.ts';
import { changed, smallExperiment } from './small-experiment.ts';
import { createWorkspace } from './workspace.ts';
import { readFileSync } from 'node:fs';

const workspace = createWorkspace();
const { path, write } = workspace;
afterAll(workspace.remove);

it('a plan bounds the calls and tokens of every role that the runs then use', async () => {
  // Guards that let nothing pass, so that reflections are repeated; and replies that cannot be long.
  const config = write(
    'small.yaml',
    changed(smallExperiment, 'append: { method: append }', 'append: { method: append, reflectorRounds: 3 }'),
  );
  const options = { results: path('results') };
  const plan = JSON.parse(
    (await saidByRun(config, { ...options, dryRun: true, json: true }, path('cache'))).stdout,
  ) as Plan;
  expect((await saidByRun(config, options, path('cache'))).code).toBe(0);
  const [head, ...lines] = readFileSync(path('results/small/rounds.csv'), 'utf8').trimEnd().split('\n');
  const used = (runId: string, column: string): number => {
    const at = head!.split(',').indexOf(column);
    expect(at, column).toBeGreaterThan(0);
    return (
      lines
        .map((line) => line.split(','))
        // A best context that is the final one repeats the attempts of that.
        .filter((cells) => cells[1] === runId && cells[head!.split(',').indexOf('generator_calls')] !== '0')
        .reduce((sum, cells) => sum + Number(cells[at]), 0)
    );
  };
  expect(plan.runs).toHaveLength(5);
  for (const { runId, calls, total } of plan.runs) {
    expect(used(runId, 'n')).toBeLessThanOrEqual(total);
    for (const role of ['generator', 'reflector', 'curator'] as const) {
      const bound = calls[role] ?? { calls: 0, inputTokens: 0, outputTokens: 0 };
      expect(used(runId, `${role}_calls`), `${runId} ${role}`).toBeLessThanOrEqual(bound.calls!);
      expect(used(runId, `${role}_input_tokens`), `${runId} ${role}`).toBeLessThanOrEqual(bound.inputTokens!);
      expect(used(runId, `${role}_output_tokens`), `${runId} ${role}`).toBeLessThanOrEqual(bound.outputTokens!);
    }
  }
  const append = plan.runs.find(({ runId }) => runId.includes('append'))!;
  // 32 tasks learnt from: three reflections each, and two attempts between them.
  expect(append.calls).toMatchObject({ reflector: { calls: 96 }, generator: { calls: append.total + 64 } });
  expect(used(append.runId, 'reflector_calls')).toBeGreaterThan(32);
});
