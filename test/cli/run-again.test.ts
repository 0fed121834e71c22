import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InfraError } from '../../harness/core/failure.ts';
import type { LlmRequest } from '../../harness/core/llm.ts';
import type { EndRecord } from '../../harness/core/records.ts';
import { isWhole } from '../../harness/experiment/open-run.ts';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import type { Manifest } from '../../harness/records/manifest.ts';
import { type ProviderModule, type Registry, registry } from '../../harness/registry.ts';
import { saidByRun } from './in-process.ts';
import { rewriteManifest } from './rechain.ts';
import { changed, tinyExperiment } from './small-experiment.ts';
import { contentOf, createWorkspace, recordsByRun, runIdsIn } from './workspace.ts';

const workspace = createWorkspace();
const { path } = workspace;
const cache = path('cache');
const config = workspace.write('tiny.yaml', tinyExperiment);
let reference: ReadonlyMap<string, Buffer>;
afterAll(workspace.remove);

const run = (results: string, options: Parameters<typeof saidByRun>[1] | object = {}, deps = {}) =>
  saidByRun(config, { results: path(results), ...options }, cache, deps);
const experiment = (results: string) => path(`${results}/tiny`);

beforeAll(async () => {
  expect(await run('reference')).toMatchObject({ code: 0, stderr: [] });
  reference = recordsByRun(experiment('reference'));
});

/** The reference's results, one run of them changed. */
function copyWith(name: string, change: (folder: string) => void, arm = 'ace-lazy'): string {
  cpSync(path('reference'), path(name), { recursive: true });
  change(folderOf(name, arm));
  return name;
}
function folderOf(results: string, arm = 'ace-lazy'): string {
  const runId = runIdsIn(experiment(results)).find((id) => id.includes(arm));
  return join(experiment(results), runId!);
}
function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
}
/** As a kill leaves it: records behind the last checkpoint lost, the last line torn. */
function cutShort(folder: string): void {
  const records = join(folder, 'records.jsonl');
  truncateSync(records, readFileSync(records).length - 25);
}
const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');
const runsIn = (results: string) =>
  new Set(
    linesOf(join(experiment(results), 'rounds.csv'))
      .slice(1)
      .map((line) => line.split(',')[1]),
  );

describe('run, a second time,', () => {
  it('skips whole runs and changes none of their bytes', async () => {
    const before = contentOf(experiment('reference'));
    expect(await run('reference')).toMatchObject({ code: 0, stderr: [] });
    expect(contentOf(experiment('reference'))).toEqual(before);
  });

  it('goes on with a cut run from its last checkpoint, a torn line and lost trials included', async () => {
    const results = copyWith('cut', cutShort);
    expect(isWhole(folderOf(results))).toBe(false);
    expect(await run(results)).toMatchObject({ code: 0, stderr: [] });
    expect(recordsByRun(experiment(results))).toEqual(reference);
  });

  it.each([
    [
      'the checkpoint counts more than the files hold',
      (folder: string) => truncateSync(join(folder, 'records.jsonl'), 100),
    ],
    ['the checkpoint is torn', (folder: string) => truncateSync(join(folder, 'checkpoint.json'), 30)],
    ['a file is gone', (folder: string) => rmSync(join(folder, 'times.jsonl'))],
  ])('refuses a run where %s, and --fresh starts it anew', async (what, spoil) => {
    const results = copyWith(what.replaceAll(' ', '-'), (folder) => {
      cutShort(folder);
      spoil(folder);
    });
    const { code, stderr } = await run(results);
    expect(code).toBe(2);
    expect(stderr.at(-1)).toMatch(/tagging\.ace-lazy\.s1-[0-9a-f]{8}.*damaged or changed: --fresh .* starts it anew$/);
    expect((await run(results, { fresh: true, only: 'ace-lazy' })).code).toBe(0);
    expect(recordsByRun(experiment(results))).toEqual(reference);
  });

  it('starts a run from its first round where it has no checkpoint yet', async () => {
    const results = copyWith('no-checkpoint', (folder) => {
      cutShort(folder);
      rmSync(join(folder, 'checkpoint.json'));
    });
    expect(await run(results)).toMatchObject({ code: 0, stderr: [] });
    expect(recordsByRun(experiment(results))).toEqual(reference);
  });

  it('adds the runs of a new seed and a new arm, and leaves the others alone', async () => {
    const results = copyWith('added', () => {});
    const before = recordsByRun(experiment(results));
    const more = workspace.write(
      'more.yaml',
      changed(changed(tinyExperiment, 'seeds: [1]', 'seeds: [1, 2]'), 'arms:', 'arms:\n  append: { method: append }'),
    );
    expect((await saidByRun(more, { results: path(results) }, cache)).code).toBe(0);
    const after = recordsByRun(experiment(results));
    expect(after.size).toBe(6);
    for (const [runId, bytes] of before) expect(after.get(runId)!.equals(bytes)).toBe(true);
    expect(runsIn(results).size).toBe(6);
  });

  it('with --only keeps the other runs in the tables', async () => {
    const all = runIdsIn(experiment('reference'));
    await run('only', { only: 'static' });
    expect([...runsIn('only')]).toEqual(all.filter((id) => id.includes('static')));
    await run('only', { only: 'ace-lazy' });
    expect([...runsIn('only')].sort()).toEqual(all);
    await run('only', { only: 'static' });
    expect([...runsIn('only')].sort()).toEqual(all);
    expect(recordsByRun(experiment('only'))).toEqual(reference);
  });

  it('leaves alone a run that a live process holds, says who, and ends with 3', async () => {
    const results = copyWith('held', (folder) => {
      cutShort(folder);
      writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.ppid, host: hostname() }));
    });
    const before = contentOf(folderOf(results));
    const { code, stderr } = await run(results);
    expect(code).toBe(3);
    expect(stderr[0]).toContain('dropped a torn line at its end');
    expect(stderr.slice(-2)).toEqual([
      expect.stringMatching(
        `ace-lazy\\.s1-[0-9a-f]{8} was not run: it is in use by process ${process.ppid} on .*lock\\)$`,
      ),
      '1 of 2 runs are incomplete; run the same command again to resume',
    ]);
    expect(contentOf(folderOf(results))).toEqual(before);
    rmSync(join(folderOf(results), 'lock'));
    expect((await run(results)).code).toBe(0);
    expect(recordsByRun(experiment(results))).toEqual(reference);
  });
});

describe('run --fresh', () => {
  it('moves earlier results aside, whole, and deletes nothing', async () => {
    const results = copyWith('fresh', (folder) => writeFileSync(join(folder, 'notes.txt'), 'mine'));
    const before = contentOf(folderOf(results));
    expect((await run(results, { fresh: true, only: 'ace-lazy' })).code).toBe(0);
    const old = join(folderOf(results), 'old');
    const [time] = readdirSync(old);
    expect(contentOf(join(old, time!))).toEqual(before);
    expect(recordsByRun(experiment(results))).toEqual(reference);
    expect(readdirSync(folderOf(results, 'static'))).not.toContain('old');
    expect((await run(results, { fresh: true, only: 'ace-lazy' })).code).toBe(0);
    expect(readdirSync(old)).toHaveLength(2);
  });

  it('takes what without it is refused: other code, another spec, a newer schema, foreign files', async () => {
    const spec = { ...manifestIn(folderOf('reference')).spec, seed: 99 };
    for (const change of [{ codeHash: 'e' }, { spec }, { schema: 99 }]) {
      const results = copyWith(`refused-${Object.keys(change)[0]}`, (folder) => rewriteManifest(folder, change));
      expect((await run(results)).code).toBe(2);
      expect((await run(results, { fresh: true })).code).toBe(0);
      expect(recordsByRun(experiment(results))).toEqual(reference);
    }
    const foreign = copyWith('refused-foreign', (folder) => rmSync(join(folder, 'manifest.json')));
    expect((await run(foreign)).code).toBe(2);
    expect((await run(foreign, { fresh: true })).code).toBe(0);
  });

  it('that was killed before it wrote anything is gone on with by a plain run', async () => {
    const results = copyWith('fresh-killed', (folder) => {
      cpSync(folder, join(folder, '..', 'aside'), { recursive: true });
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      cpSync(join(folder, '..', 'aside'), join(folder, 'old', 'time'), { recursive: true });
      rmSync(join(folder, '..', 'aside'), { recursive: true });
      writeFileSync(join(folder, 'manifest.json.123.tmp'), '{');
    });
    expect(await run(results)).toMatchObject({ code: 0, stderr: [] });
    expect(recordsByRun(experiment(results))).toEqual(reference);
  });
});

describe('run --accept-code-change', () => {
  it('goes on with a run of other code, and records that', async () => {
    const results = copyWith('accepted', (folder) => {
      cutShort(folder);
      rewriteManifest(folder, { codeHash: 'e'.repeat(64) });
    });
    expect((await run(results)).code).toBe(2);
    expect((await run(results, { acceptCodeChange: true })).code).toBe(0);
    const { codeHash, acceptedCodeHashes } = manifestIn(folderOf(results));
    expect([codeHash, acceptedCodeHashes]).toEqual(['e'.repeat(64), [manifestIn(folderOf('reference')).codeHash]]);
    expect(recordsByRun(experiment(results))).toEqual(reference);
    // Accepted once is accepted.
    expect((await run(results)).code).toBe(0);
  });
});

describe('run where', () => {
  /** The simulated model, its endpoint down for some of the calls. */
  const withOutage = (isDown: (request: LlmRequest) => boolean): { readonly registry: Registry } => {
    const load = async (): Promise<ProviderModule> => {
      const simulated = await registry.providers.simulated!.load();
      return {
        options: simulated.options,
        create: (options, setup) => {
          const llm = simulated.create(options, setup);
          const complete: typeof llm.complete = (request) => {
            if (isDown(request)) throw new InfraError('network', 'no route to the model');
            return llm.complete(request);
          };
          return { ...llm, complete };
        },
      };
    };
    return { registry: { ...registry, providers: { simulated: { about: 'simulated, with outages', load } } } };
  };

  it.each([
    ['the first calls fail', /^val\/0\//],
    ['a reflection fails', /^train\/2\/1\/.*\/reflector\//],
    ['the test fails', /^test\//],
  ])('%s for the network ends with 3, and a second run goes on from before that', async (what, pattern) => {
    const results = what.replaceAll(' ', '-');
    const first = await run(
      results,
      { json: true },
      withOutage(({ callId }) => pattern.test(callId)),
    );
    expect(first.code).toBe(3);
    expect(first.stderr.at(-1)).toMatch(/^[12] of 2 runs are incomplete; run the same command again to resume$/);
    const end = JSON.parse(linesOf(join(folderOf(results), 'records.jsonl')).at(-1)!) as EndRecord;
    expect(end).toMatchObject({ kind: 'end', status: 'incomplete' });
    const outcomes = (JSON.parse(first.stdout) as { readonly outcomes: readonly { readonly status: string }[] })
      .outcomes;
    expect(outcomes.map(({ status }) => status)).toContain('incomplete');

    expect(await run(results)).toMatchObject({ code: 0, stderr: [] });
    expect(recordsByRun(experiment(results))).toEqual(reference);
  });

  it('the model fails in more than a twentieth of the trials ends with 1 and says so', async () => {
    const load = async (): Promise<ProviderModule> => {
      const simulated = await registry.providers.simulated!.load();
      const create: ProviderModule['create'] = (options, setup) => {
        const llm = simulated.create(options, setup);
        return { ...llm, complete: async (request) => ({ ...(await llm.complete(request)), finish: 'refusal' }) };
      };
      return { options: simulated.options, create };
    };
    const deps = { registry: { ...registry, providers: { simulated: { about: 'refuses', load } } } };
    const { code, stderr } = await run('refusals', {}, deps);
    expect([code, stderr]).toEqual([
      1,
      ['static', 'ace-lazy'].map((arm) =>
        expect.stringMatching(
          new RegExp(`^no verdict on ${arm}: (\\d+) of \\1 \\w.* failed, more than 5 % \\(maxFailedShare\\)$`),
        ),
      ),
    ]);
  });
});

describe('run over a matrix of embedders', () => {
  it('embeds each cell with its own, and its manifest says which', async () => {
    const matrix = `${tinyExperiment}matrix: { embedder.dims: [64, 128] }\n`;
    const file = workspace.write('matrix.yaml', matrix);
    expect((await saidByRun(file, { results: path('matrix'), only: 'ace-lazy' }, cache)).code).toBe(0);
    const manifests = runIdsIn(experiment('matrix')).map((runId) => manifestIn(join(experiment('matrix'), runId)));
    expect(manifests.map(({ embedderId }) => embedderId).sort()).toEqual(
      [hashEmbedder({ dims: 128 }), hashEmbedder({ dims: 64 })].map(({ id }) => id),
    );
    const fingerprints = manifests.map(({ vectorFingerprint }) => vectorFingerprint);
    expect(new Set(fingerprints).size).toBe(2);
    for (const fingerprint of fingerprints) expect(fingerprint).toMatch(/^[0-9a-f]{8}$/);
  });
});

describe('a reader of an experiment that is under way', () => {
  it('is told of a torn last line, and reads the rest', async () => {
    const results = copyWith('torn', (folder) => appendFileSync(join(folder, 'times.jsonl'), '{"kind":"time'));
    const { code, stderr } = await run(results);
    expect([code, stderr]).toEqual([0, [expect.stringMatching(/times\.jsonl: dropped a torn line at its end/)]]);
  });
});
