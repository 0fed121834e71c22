import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWhole } from '../../harness/experiment/open-run.ts';
import { saidByRun } from './in-process.ts';
import { killedChain, underWay } from './killed-chain.ts';
import { smallExperiment } from './small-experiment.ts';
import { contentOf, createWorkspace, recordsByRun, runIdsIn } from './workspace.ts';

const workspace = createWorkspace();
const { path, start, aceBench } = workspace;
let reference: ReadonlyMap<string, Buffer>;

const command = (results: string, ...more: readonly string[]) => ['run', 'small.yaml', '--results', results, ...more];
const outcome = (results: string) => path(`${results}/small`);
/** In this process, whose records shall not differ from those of the real command line. */
const runHere = (results: string, options = {}) =>
  saidByRun(path('small.yaml'), { results: path(results), quiet: false, ...options }, path('cache'));

/** The reference has every run; others may have some of them. */
function expectEqualRecords(results: string, arm = ''): void {
  const found = recordsByRun(outcome(results));
  const expected = [...reference].filter(([runId]) => runId.includes(arm));
  expect([...found.keys()]).toEqual(expected.map(([runId]) => runId));
  for (const [runId, bytes] of expected) expect(bytes.equals(found.get(runId)!), runId).toBe(true);
}

beforeAll(async () => {
  workspace.write('small.yaml', smallExperiment);
  expect(await runHere('reference', { concurrency: 1 })).toMatchObject({ code: 0 });
  reference = recordsByRun(outcome('reference'));
});
afterAll(workspace.remove);

describe('records.jsonl', () => {
  it('of the reference holds what could differ: merges, evictions, rewrites, reflection', () => {
    expect(reference.size).toBe(5);
    const text = [...reference.values()].map(String).join('');
    for (const part of ['"merged":[{', '"kind":"evict"', '"kind":"rewrite"', '"which":"best"', '"cited":["'])
      expect(text).toContain(part);
    const [lazy, proactive] = ['ace-lazy', 'ace-proactive'].map((arm) =>
      [...reference].filter(([runId]) => runId.includes(arm)).map(([, bytes]) => String(bytes)),
    );
    expect(lazy).not.toEqual(proactive);
  });

  it('is equal at concurrency 8 with a warm cache, and with a cold one', async () => {
    expect(await runHere('warm', { concurrency: 8 })).toMatchObject({ code: 0 });
    const cold = await aceBench(command('cold', '--concurrency', '8'), { cache: 'new-cache' });
    expect(cold).toMatchObject({ code: 0 });
    expectEqualRecords('warm');
    expectEqualRecords('cold');
    // Both caches were used, or the test compared one with itself.
    expect(readdirSync(path('new-cache/vectors'))).toEqual(readdirSync(path('cache/vectors')));
  });

  it('tells equal arms equal costs, whichever of them ran first and filled the cache', async () => {
    const arm = '{ method: ace, refine: { mode: lazy, threshold: 0.6 } }';
    const config = smallExperiment.replace(/arms:\n( {2}.*\n)+/, `arms:\n  first: ${arm}\n  second: ${arm}\n`);
    const twins = workspace.write('twins.yaml', config);
    const options = { results: path('twins'), json: true, concurrency: 1 };
    const { stdout } = await saidByRun(twins, options, path('cold-for-twins'));
    const { cells } = JSON.parse(stdout) as { readonly cells: readonly { readonly [column: string]: unknown }[] };
    const costs = cells.map((row) =>
      Object.entries(row).filter(([column]) => !/^(arm|control|diff)|_ms(_|$)/.test(column)),
    );
    expect(costs[1]).toEqual(costs[0]);
    expect(cells[0]).toMatchObject({ arm: 'first', refine_embedded: expect.any(Number) });
    expect(cells[0]!.refine_embedded).toBeGreaterThan(0);
  });

  it('is equal for an arm alone', async () => {
    expect(await runHere('alone', { only: 'ace-lazy' })).toMatchObject({ code: 0 });
    expectEqualRecords('alone', 'ace-lazy');
  });

  it('is equal where two processes work on one config at once, and each run is made once', async () => {
    const started = start(command('both'));
    await underWay(started, outcome('both'));
    const [here, there] = await Promise.all([runHere('both'), started.done]);
    const both = [{ ...here, stderr: here.stderr.join('\n') }, there];
    for (const { code, stderr } of both) {
      expect([0, 3]).toContain(code);
      if (code === 3) expect(stderr).toMatch(/was not run: it is in use by process \d+ on .*/);
    }
    const made = both.flatMap(({ stderr }) => stderr.match(/\S+\.s\d+-\S+ completed$/gm) ?? []);
    expect(made.map((line) => line.split(' ')[0]).sort()).toEqual(runIdsIn(outcome('both')));
    expectEqualRecords('both');
  });

  it('is equal after an interrupt, which ends in order with 130 and loses nothing', async () => {
    const started = start(command('interrupted'));
    await underWay(started, outcome('interrupted'));
    started.child.kill('SIGINT');
    const { code, stderr, stdout } = await started.done;
    expect(code).toBe(130);
    expect(stderr).toContain('interrupted; run the same command again to resume');
    expect(stdout).toMatch(/^\d+ of 5 runs have completed so far$/m);
    expect(Object.keys(contentOf(outcome('interrupted'))).filter((name) => /lock|\.tmp/.test(name))).toEqual([]);
    const whole = runIdsIn(outcome('interrupted')).filter((runId) => isWhole(`${outcome('interrupted')}/${runId}`));
    expect(whole.length).toBeLessThan(5);
    const again = await runHere('interrupted');
    expect(again.code).toBe(0);
    expect(again.stderr.join('\n').match(/already completed/g) ?? []).toHaveLength(whole.length);
    expectEqualRecords('interrupted');
  });

  // Twenty kills: kills.slow.test.ts.
  it('is equal after three kills, wherever they fall', async () => {
    const resume = (concurrency: number) => start(command('killed', '--concurrency', String(concurrency)));
    const recordBytes = [...reference.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    const setup = { folder: outcome('killed'), recordBytes, kills: 3, seed: 'kills/gate' };
    const { kills, cut } = await killedChain(resume, setup);
    expect(kills).toBe(3);
    // Kills hit runs at work, not only between them.
    expect(cut).toBeGreaterThan(1);
    const { code, stderr } = await runHere('killed');
    expect([code, stderr.join('\n')]).toEqual([0, expect.not.stringContaining('anew')]);
    expectEqualRecords('killed');
  });
});
