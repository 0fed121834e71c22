import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, killedChain } from './killed-chain.ts';
import { changed, smallExperiment } from './small-experiment.ts';
import { createWorkspace, recordsByRun } from './workspace.ts';

const workspace = createWorkspace();
const { path, start, aceBench } = workspace;
const killsPerExperiment = 5;
let reference: ReadonlyMap<string, Buffer>;

const command = (results: string, ...more: readonly string[]) => ['run', 'small.yaml', '--results', results, ...more];

beforeAll(async () => {
  workspace.write('small.yaml', changed(smallExperiment, 'seeds: [1]', 'seeds: [1, 2]'));
  expect(await aceBench(command('reference', '--concurrency', '1'))).toMatchObject({ code: 0 });
  reference = recordsByRun(path('reference/small'));
});
afterAll(workspace.remove);

/** Kills over as many experiments as they need, each of which ends with the reference's records. */
async function killedExperiments(name: string, enough: number): Promise<Chain> {
  const recordBytes = [...reference.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  let [kills, cut] = [0, 0];
  for (let experiment = 0; kills < enough; experiment++) {
    const results = `killed-${name}-${experiment}`;
    const resume = (concurrency: number) => start(command(results, '--concurrency', String(concurrency)));
    const chain = await killedChain(resume, {
      folder: path(`${results}/small`),
      recordBytes,
      kills: Math.min(killsPerExperiment, enough - kills),
      seed: `kills/${name}/${experiment}`,
    });
    kills += chain.kills;
    cut += chain.cut;
    const { code, stderr } = await aceBench(command(results));
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('anew')]);
    expect(recordsByRun(path(`${results}/small`))).toEqual(reference);
  }
  return { kills, cut };
}

describe('records.jsonl', () => {
  // Two chains, one a core.
  it('is equal after 20 kills at random moments', async () => {
    const chains = await Promise.all(['a', 'b'].map((name) => killedExperiments(name, 10)));
    for (const { kills, cut } of chains) {
      expect(kills).toBe(10);
      // Kills hit runs at work, not only between them.
      expect(cut).toBeGreaterThan(kills / 2);
    }
  });
});
