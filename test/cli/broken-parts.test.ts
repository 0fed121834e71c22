import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FatalError } from '../../harness/core/failure.ts';
import type { Llm, LlmRequest } from '../../harness/core/llm.ts';
import { type ProviderModule, type Registry, registry } from '../../harness/registry.ts';
import { saidByRun } from './in-process.ts';
import { tinyExperiment } from './small-experiment.ts';
import { createWorkspace, runIdsIn } from './workspace.ts';

const { path, write, remove } = createWorkspace();
afterAll(remove);

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').slice(0, -1);

/** The simulated model, other than itself for some calls. */
function withModel(complete: (request: LlmRequest, simulated: Llm) => unknown): { readonly registry: Registry } {
  const load = async (): Promise<ProviderModule> => {
    const simulated = await registry.providers.simulated!.load();
    return {
      options: simulated.options,
      create: (options, setup) => {
        const llm = simulated.create(options, setup);
        return { ...llm, complete: async (request) => (await complete(request, llm)) as never };
      },
    };
  };
  return { registry: { ...registry, providers: { simulated: { about: 'simulated, changed', load } } } };
}

const run = (results: string, parts: { readonly registry: Registry }, config = tinyExperiment) =>
  saidByRun(write(`${results}.yaml`, config), { results: path(results) }, path('cache'), parts);

describe('run with a model', () => {
  it('whose key is wrong ends at the first call with one sentence and 2, and has nothing done', async () => {
    let calls = 0;
    const refused = withModel(() => {
      calls++;
      throw new FatalError('Cannot ask the model: expected a key that it accepts in $KEY, found one that it refuses');
    });
    const { code, stdout, stderr } = await run('wrong-key', refused);
    expect([code, stdout, stderr.length]).toEqual([2, '', 1]);
    expect(stderr[0]).toMatch(/^Cannot ask the model: expected a key/);
    // Two runs have two val tasks under way each.
    expect(calls).toBeLessThanOrEqual(4);
    const experiment = join(path('wrong-key'), 'tiny');
    for (const runId of runIdsIn(experiment)) expect(linesOf(join(experiment, runId, 'records.jsonl'))).toEqual([]);
  });

  it('that breaks its contract in one run names it, finishes the others, and ends with 70', async () => {
    const broken = withModel(async (request, simulated) => ({
      ...(await simulated.complete(request)),
      ...(request.role === 'reflector' ? { finish: 'done' } : {}),
    }));
    const { code, stdout, stderr } = await run('broken', broken);
    expect(code).toBe(70);
    expect(stderr).toEqual([
      expect.stringMatching(/^tagging\.ace-lazy\.s1-\w+ was stopped: Cannot read a reply of model .* found "done"$/),
    ]);
    expect(stdout).toMatch(/1 of 2 runs complete/);
  });

  it('that never answers is given up after timeouts.call, and the run is incomplete', async () => {
    const silent = withModel((request, simulated) =>
      request.role === 'reflector' ? new Promise(() => {}) : simulated.complete(request),
    );
    const config = `${tinyExperiment}timeouts: { call: 0.05 }\n`;
    const { code, stderr } = await run('silent', silent, config);
    expect(code).toBe(3);
    expect(stderr.at(-1)).toMatch(/1 of 2 runs are incomplete/);
    const experiment = join(path('silent'), 'tiny');
    const lazy = runIdsIn(experiment).find((runId) => runId.includes('ace-lazy'))!;
    const end = JSON.parse(linesOf(join(experiment, lazy, 'records.jsonl')).at(-1)!) as { failure: unknown };
    expect(end.failure).toMatchObject({ kind: 'timeout', message: expect.stringMatching(/timeouts.call/) });
  });
});
