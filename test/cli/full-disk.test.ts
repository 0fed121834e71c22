import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { saidByRun } from './in-process.ts';
import { smallExperiment } from './small-experiment.ts';
import { contentOf, createWorkspace, recordsByRun } from './workspace.ts';

const workspace = createWorkspace();
const disk = workspace.path('disk');
mkdirSync(disk);
// A disk that is full can only be had by somebody who may mount one.
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300k', 'ace-bench-test', disk]).status === 0;
afterAll(() => {
  if (mounted) spawnSync('umount', [disk]);
  workspace.remove();
});

describe.skipIf(!mounted)('run on a disk that is full (needs the right to mount a tmpfs)', () => {
  it('says so in one sentence with exit code 2, and goes on once there is room', async () => {
    const config = workspace.write('small.yaml', smallExperiment);
    const runHere = (results: string) =>
      saidByRun(config, { results: workspace.path(results) }, workspace.path('cache'));
    const { code, stdout, stderr } = await workspace.aceBench(['run', 'small.yaml', '--quiet', '--results', 'disk']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^ace-bench: Cannot write to disk\/small\/[^\n]*found ENOSPC[^\n]*run again to resume\n$/);
    const again = await runHere('disk');
    expect(again).toMatchObject({ code: 2, stdout: '', stderr: [expect.stringContaining('found ENOSPC')] });
    expect(spawnSync('mount', ['-o', 'remount,size=20m', disk]).status).toBe(0);
    expect(await runHere('disk')).toMatchObject({ code: 0, stderr: [] });
    expect(await runHere('unbroken')).toMatchObject({ code: 0 });
    expect(recordsByRun(workspace.path('disk/small'))).toEqual(recordsByRun(workspace.path('unbroken/small')));
    expect(Object.keys(contentOf(disk)).filter((name) => /\.tmp$|lock/.test(name))).toEqual([]);
  });
});
