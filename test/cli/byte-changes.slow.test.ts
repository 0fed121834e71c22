import { afterAll, expect, it } from 'vitest';
import { changeBytes } from './damaged-run.ts';
import { saidByRun } from './in-process.ts';
import { smallExperiment } from './small-experiment.ts';
import { createWorkspace, runIdsIn } from './workspace.ts';

const workspace = createWorkspace();
afterAll(workspace.remove);

it('2,000 changes of single bytes of a finished run are each found out, or change no table', async () => {
  const config = workspace.write('small.yaml', smallExperiment);
  const results = workspace.path('results');
  expect((await saidByRun(config, { results, only: 'ace-lazy' }, workspace.path('cache'))).code).toBe(0);
  const experiment = workspace.path('results/small');
  const { found, harmless, wrong } = await changeBytes(experiment, runIdsIn(experiment)[0]!, 2000);
  expect(wrong).toEqual([]);
  expect(found + harmless).toBe(2000);
  // All of records and times, and all of the manifest but its white space.
  expect(found).toBeGreaterThan(1000);
});
