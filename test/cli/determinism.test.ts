import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '../../harness/core/rng.ts';
import { isWhole } from '../../harness/experiment/open-run.ts';
import { smallExperiment } from './small-experiment.ts';
import { contentOf, createWorkspace, recordsByRun, runIdsIn, type Started } from './workspace.ts';

const workspace = createWorkspace();
const { path, start, aceBench } = workspace;
let reference: ReadonlyMap<string, Buffer>;
/** What the unbroken experiment took, start-up left out. */
let workMs: number;

const command = (results: string, ...more: readonly string[]) => ['run', 'small.yaml', '--results', results, ...more];
const outcome = (results: string) => path(`${results}/small`);

/** The reference has every run; others may have some of them. */
function expectEqualRecords(results: string, arm = ''): void {
  const found = recordsByRun(outcome(results));
  const expected = [...reference].filter(([runId]) => runId.includes(arm));
  expect([...found.keys()]).toEqual(expected.map(([runId]) => runId));
  for (const [runId, bytes] of expected) expect(bytes.equals(found.get(runId)!), runId).toBe(true);
}

/** Once the process has the lock of some run, work is under way. */
async function underWay({ child }: Started, results: string): Promise<void> {
  while (child.exitCode === null && !locksIn(outcome(results)).some((lock) => lock.includes(`"pid":${child.pid},`)))
    await setTimeout(2);
}

function locksIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const paths = runIdsIn(folder).map((runId) => join(folder, runId, 'lock'));
  return paths.flatMap((lock) => {
    try {
      return [readFileSync(lock, 'utf8')];
    } catch {
      // Released since.
      return [];
    }
  });
}

beforeAll(async () => {
  workspace.write('small.yaml', smallExperiment);
  const started = start(command('reference', '--concurrency', '1'));
  await underWay(started, 'reference');
  const since = performance.now();
  expect(await started.done).toMatchObject({ code: 0, signal: null });
  workMs = performance.now() - since;
  reference = recordsByRun(outcome('reference'));
});
afterAll(workspace.remove);

describe('records.jsonl', () => {
  it('of the reference holds what could differ: merges, evictions, rewrites, reflection', () => {
    expect(reference.size).toBe(10);
    const text = [...reference.values()].map(String).join('');
    for (const part of ['"merged":[{', '"kind":"evict"', '"kind":"rewrite"', '"which":"best"', '"cited":["'])
      expect(text).toContain(part);
    const [lazy, proactive] = ['ace-lazy', 'ace-proactive'].map((arm) =>
      [...reference].filter(([runId]) => runId.includes(arm)).map(([, bytes]) => String(bytes)),
    );
    expect(lazy).not.toEqual(proactive);
  });

  it('is equal at concurrency 8 with a warm cache, and with a cold one', async () => {
    const warm = aceBench(command('warm', '--concurrency', '8'));
    const cold = aceBench(command('cold', '--concurrency', '8'), { cache: 'new-cache' });
    expect(await Promise.all([warm, cold])).toMatchObject([{ code: 0 }, { code: 0 }]);
    expectEqualRecords('warm');
    expectEqualRecords('cold');
    // Both caches were used, or the test compared one with itself.
    expect(readdirSync(path('new-cache/vectors'))).toEqual(readdirSync(path('cache/vectors')));
  });

  it('is equal for an arm alone', async () => {
    expect(await aceBench(command('alone', '--only', 'ace-lazy'))).toMatchObject({ code: 0 });
    expectEqualRecords('alone', 'ace-lazy');
  });

  it('is equal where two processes work on one config at once, and each run is made once', async () => {
    const both = await Promise.all([aceBench(command('both')), aceBench(command('both'))]);
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
    await underWay(started, 'interrupted');
    started.child.kill('SIGINT');
    const { code, stderr, stdout } = await started.done;
    expect(code).toBe(130);
    expect(stderr).toContain('interrupted; run the same command again to resume');
    expect(stdout).toMatch(/^\d+ of 10 runs have completed so far$/m);
    expect(Object.keys(contentOf(outcome('interrupted'))).filter((name) => /lock|\.tmp/.test(name))).toEqual([]);
    const whole = runIdsIn(outcome('interrupted')).filter((runId) => isWhole(`${outcome('interrupted')}/${runId}`));
    expect(whole.length).toBeLessThan(10);
    const again = await aceBench(command('interrupted'));
    expect(again.code).toBe(0);
    expect(again.stderr.match(/already completed/g) ?? []).toHaveLength(whole.length);
    expectEqualRecords('interrupted');
  });

  // Each experiment is killed a few times, each time taken up again, then left to end and compared. Two such chains, one a core.
  it('is equal after 20 kills at random moments', { timeout: 300_000 }, async () => {
    const chains = await Promise.all(['a', 'b'].map((chain) => killedChain(chain, 10)));
    for (const { kills, cut } of chains) {
      expect(kills).toBe(10);
      // Kills hit runs at work, not only between them.
      expect(cut).toBeGreaterThan(kills / 2);
    }
  });
});

const killsPerExperiment = 5;

async function killedChain(chain: string, enough: number): Promise<{ readonly kills: number; readonly cut: number }> {
  const rng = createRng(`kills/${chain}`);
  let kills = 0;
  let cut = 0;
  for (let experiment = 0; kills < enough; experiment++) {
    const results = `killed-${chain}-${experiment}`;
    const resume = () => start(command(results, '--concurrency', String(1 + rng.int(8))));
    for (let left = Math.min(killsPerExperiment, enough - kills); left > 0; left--) {
      const started = resume();
      await underWay(started, results);
      await Promise.race([started.done, setTimeout((rng.next() * workMs) / killsPerExperiment)]);
      started.child.kill('SIGKILL');
      if ((await started.done).signal !== 'SIGKILL') break;
      kills++;
      cut += runIdsIn(outcome(results)).filter((runId) => !isWhole(join(outcome(results), runId))).length;
    }
    const { code, stderr } = await resume().done;
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('anew')]);
    expectEqualRecords(results);
  }
  return { kills, cut };
}
