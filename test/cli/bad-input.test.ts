import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Row, readRows } from '../../benchmarks/domain/read-rows.ts';
import type { CliDeps } from '../../harness/cli/cli-deps.ts';
import { validateCommand } from '../../harness/cli/validate-command.ts';
import type { Manifest } from '../../harness/records/manifest.ts';
import type { Suite } from '../../harness/core/suite.ts';
import type { Task } from '../../harness/core/task.ts';
import { type Registry, registry, type SuiteModule } from '../../harness/registry.ts';
import { sumsSuite, sumTasks } from '../runner/sums.ts';
import { said, saidByRun } from './in-process.ts';
import { rewriteManifest } from './rechain.ts';
import { changed, tinyExperiment } from './small-experiment.ts';
import { contentOf, createWorkspace, runIdsIn } from './workspace.ts';

const workspace = createWorkspace();
const cache = workspace.path('cache');
afterAll(workspace.remove);

// `results` holds a whole experiment: what is refused must leave it as it is.
beforeAll(async () => {
  workspace.write('tiny.yaml', tinyExperiment);
  workspace.write('rows.jsonl', '{"context":"1 + 1","target":"2"}\n{"context":"1 + 2","target":"3"}\n');
  workspace.write(
    'malformed.jsonl',
    '{"context":"1 + 1","target":"2"}\n{"context":"1 + 2","tar\n{"context":"a","target":"b"}\n',
  );
  workspace.write('no-target.jsonl', '{"context":"1 + 1","target":"2"}\n\n{"context":"1 + 2"}\n');
  const results = workspace.path('results');
  expect(await saidByRun(workspace.path('tiny.yaml'), { results }, cache)).toMatchObject({ code: 0 });
});

/** One line on stderr, exit code 2, nothing on stdout, nothing written or lost. */
async function expectRefused(
  config: string,
  message: RegExp,
  options = {},
  parts: Partial<CliDeps> = {},
): Promise<void> {
  const path = workspace.write('bad.yaml', config);
  const before = contentOf(workspace.folder);
  const { code, stdout, stderr } = await saidByRun(
    path,
    { results: workspace.path('results'), ...options },
    cache,
    parts,
  );
  expect(stderr).toEqual([expect.stringMatching(message)]);
  expect(stderr[0]).toMatch(/^Cannot [^\n]*: expected [^\n]*, found [^\n]*$/);
  expect([code, stdout]).toEqual([2, '']);
  expect(contentOf(workspace.folder)).toEqual(before);
}

const edited = (from: string, to: string) => changed(tinyExperiment, from, to);

describe('run refuses a config', () => {
  it.each([
    [
      'an unknown key',
      'seeds: [1]',
      'seeds: [1]\nbudgetTokns: 5',
      /bad\.yaml line 11: .*found "budgetTokns"; did you mean "budgetTokens"\?$/,
    ],
    ['an unknown key of an arm', 'mode: lazy', 'mod: lazy', /line 9: .*found "mod"; did you mean "mode"\?$/],
    [
      'a wrong type',
      'budgetTokens: 600',
      'budgetTokens: many',
      /line 4: expected budgetTokens to be a whole number, found "many"$|expected budgetTokens to be a number/,
    ],
    ['a missing key', 'budgetTokens: 600\n', '', /expected the key budgetTokens with a .*number, found none/],
    [
      'an unknown suite',
      'name: tagging',
      'name: taging',
      /expected suites.*\.name to be one of tagging, .*found "taging"; did you mean "tagging"\?/,
    ],
    [
      'an unknown method',
      'method: static',
      'method: statik',
      /expected arms\.static\.method to be one of .*did you mean "static"\?/,
    ],
    ['an unknown provider', 'provider: simulated', 'provider: simulatd', /did you mean "simulated"\?/],
    ['an unknown embedder', 'name: hash', 'name: hasch', /did you mean "hash"\?/],
    [
      'a threshold above 1',
      'threshold: 0.6',
      'threshold: 1.2',
      /line 9: expected arms\.ace-lazy\.refine\.threshold to be a number of at most 1, found 1\.2/,
    ],
    ['a threshold below 0', 'threshold: 0.6', 'threshold: -0.1', /threshold to be a number of at least 0, found -0\.1/],
    [
      'an experiment name that is a path',
      'experiment: tiny',
      'experiment: ../tiny',
      /expected experiment to be a name .*, found "\.\.\/tiny"/,
    ],
    ['an arm name that is a path', '  static:', '  a/b:', /expected each key of arms to be a name .*, found "a\/b"/],
    ['what is no YAML', 'experiment: tiny', 'experiment: [tiny', /bad\.yaml line \d+/],
    ['limits above what a split has', 'val: 2', 'val: 5000', /expected limits\.val to be at most \d+, .*found 5000/],
    ['an empty limit', 'val: 2', 'val: 0', /limits\.val to be a number of at least 1, found 0/],
    [
      'a batch of no tasks',
      'batchSize: 2',
      'batchSize: 0',
      /protocol\.batchSize to be a number of at least 1, found 0/,
    ],
  ])('with %s', async (_what, from, to, message) => {
    await expectRefused(edited(from, to), message);
  });

  it('with all that is wrong, a line each', async () => {
    const config = edited('mode: lazy', 'mod: lazy').replace('val: 2', 'val: 0').replace('seeds: [1]', 'seeds: []');
    const path = workspace.write('bad.yaml', config);
    const run = saidByRun(path, { results: workspace.path('results') }, cache);
    const validate = said((deps) => validateCommand(path, { set: [] }, deps), cache);
    for (const { code, stderr } of [await run, await validate])
      expect([code, stderr]).toEqual([
        2,
        [
          expect.stringMatching(/line 6: expected suites\.0\.limits\.val to be a number of at least 1, found 0$/),
          expect.stringMatching(/line 9: .*found "mod"; did you mean "mode"\?$/),
          expect.stringMatching(/line 10: expected seeds to be a list of at least 1 item, found \[\]$/),
        ],
      ]);
  });

  it('that is empty', async () => {
    await expectRefused('', /bad\.yaml/);
  });

  it('that does not exist, or is a folder', async () => {
    for (const path of [workspace.path('missing.yaml'), workspace.folder]) {
      const { code, stderr } = await saidByRun(path, { results: workspace.path('results') }, cache);
      expect([code, stderr]).toEqual([
        2,
        [expect.stringMatching(/^Cannot read .*: expected a config file, found (no such file or folder|a folder)$/)],
      ]);
    }
  });

  it.each([
    [
      ['arms.statik.x=1'],
      /Cannot apply --set arms\.statik\.x=1: expected a known arm, found "statik"; did you mean "static"\?/,
    ],
    [['suites.taging.limits.val=1'], /expected a known suite, found "taging"; did you mean "tagging"\?/],
    [['arms.ace-lazy.refine.treshold=0.5'], /--set .*found "treshold"; did you mean "threshold"\?/],
    [['budgetTokens=600'], /--set budgetTokens=600: expected a value that changes the experiment, found no difference/],
    [['budgetTokens'], /expected key=value, found "budgetTokens"/],
  ])('with --set %s', async (set, message) => {
    await expectRefused(tinyExperiment, message, { set });
  });

  it('with an --only that fits no run', async () => {
    await expectRefused(tinyExperiment, /expected a pattern that fits some of the run ids .*, found "full-rewrit"/, {
      only: 'full-rewrit',
    });
  });
});

// Suites as somebody might add them, with what can be wrong with their tasks.
function suiteModule(options: z.ZodObject, tasksOf: (file: string) => Promise<Partial<Suite>>): SuiteModule {
  const create: SuiteModule['create'] = async ({ file }) =>
    sumsSuite({ player: () => '', ...(await tasksOf(String(file))) });
  return { options, create };
}
async function rowTasks(file: string): Promise<readonly Task[]> {
  const rows: Row[] = [];
  for await (const row of readRows(file)) rows.push(row);
  return rows.map(({ context, target, line }) => ({ id: `row-${line}`, scenario: '', text: context, gold: target }));
}
const none = z.strictObject({});
const suites: { readonly [name: string]: SuiteModule } = {
  twins: suiteModule(none, async () => ({ load: async () => sumTasks('train', 3) })),
  hollow: suiteModule(none, async () => ({ load: async (split) => (split === 'val' ? [] : sumTasks(split, 3)) })),
  rows: suiteModule(z.strictObject({ file: z.string() }), async (file) => {
    const train = await rowTasks(file);
    return { load: async (split) => (split === 'train' ? train : sumTasks(split, 3)) };
  }),
  unplayed: { options: none, create: () => sumsSuite() },
};
const withSuites: Registry = {
  ...registry,
  suites: {
    ...registry.suites,
    ...Object.fromEntries(
      Object.entries(suites).map(([name, module]) => [name, { about: name, load: async () => module }]),
    ),
  },
};

describe('run refuses a suite', () => {
  const onSuite = (suite: string) => edited('{ name: tagging, limits: { train: 4, val: 2, test: 2 } }', `{ ${suite} }`);
  it.each([
    ['whose ids repeat', 'name: twins', /expected task ids that differ, found train-0 twice/],
    ['with an empty split', 'name: hollow', /expected tasks in split val, found none/],
    [
      'without a player under the simulated model',
      'name: unplayed',
      /Cannot simulate suite sums: expected a suite with a player, found none; it needs a real model/,
    ],
    ['with a malformed row', 'name: rows, file: malformed.jsonl', /malformed\.jsonl line 2, found/],
    [
      'with a row without a target',
      'name: rows, file: no-target.jsonl',
      /expected "target" to be text in .*no-target\.jsonl line 3, found no such key/,
    ],
    [
      'whose file is missing',
      'name: rows, file: missing.jsonl',
      /expected a readable file at .*missing\.jsonl, found no such file or folder/,
    ],
  ])('%s', async (_what, suite, message) => {
    const placed = suite.replace(/file: (\S+)/, (_, name: string) => `file: ${workspace.path(name)}`);
    await expectRefused(onSuite(placed), message, {}, { registry: withSuites });
  });

  it('whose official rows were not imported, naming the command that does', async () => {
    const config = edited('{ name: tagging, limits: { train: 4, val: 2, test: 2 } }', '{ name: finer }');
    await expectRefused(
      config,
      /Cannot load suite finer: expected its rows in .*, found none; run: ace-bench data finer --from DIR/,
    );
  });
});

describe('run refuses a folder of results', () => {
  it('that cannot be written: below a file, or a file', async () => {
    for (const results of ['tiny.yaml/below', 'tiny.yaml'])
      await expectRefused(tinyExperiment, /Cannot write to .*tiny\.yaml.*found (ENOTDIR|EEXIST)/, {
        results: workspace.path(results),
      });
  });

  /** A copy of the whole experiment's results, one run of it spoilt. */
  const spoilt = (name: string, spoil: (run: string) => void): string => {
    const results = workspace.path(name);
    cpSync(workspace.path('results'), results, { recursive: true });
    spoil(join(results, 'tiny', runIdsIn(join(results, 'tiny'))[0]!));
    return results;
  };
  const edit = (change: Partial<Manifest>) => (run: string) => rewriteManifest(run, change);
  const specOf = (run: string) => (JSON.parse(readFileSync(join(run, 'manifest.json'), 'utf8')) as Manifest).spec;

  it.each([
    [
      'a run of another spec',
      (run: string) => rewriteManifest(run, { spec: { ...specOf(run), seed: 99 } }),
      /expected a run of spec [0-9a-f]{8}, found one of [0-9a-f]{8}; --fresh/,
    ],
    ['a newer schema', edit({ schema: 99 }), /expected schema \d+, found 99; it was written by a newer ace-bench/],
    ['an older schema', edit({ schema: 1 }), /expected schema \d+, found 1; it was written by an older ace-bench/],
    [
      'a run made by other code',
      edit({ codeHash: 'e'.repeat(64) }),
      /expected the code it was made with \(eeeeeeee\), found [0-9a-f]{8}; --fresh starts anew, --accept-code-change resumes/,
    ],
  ])('that holds %s', async (what, spoil, message) => {
    await expectRefused(tinyExperiment, message, { results: spoilt(what.replaceAll(' ', '-'), spoil) });
  });

  it('where a run has files of somebody else, or is a file', async () => {
    const results = workspace.path('foreign');
    const run = join(results, 'tiny', runIdsIn(workspace.path('results/tiny'))[1]!);
    mkdirSync(run, { recursive: true });
    writeFileSync(join(run, 'notes.txt'), 'mine');
    await expectRefused(tinyExperiment, /expected a run's folder with a manifest\.json, found notes\.txt without one/, {
      results,
    });
    const fileResults = workspace.path('a-file');
    mkdirSync(join(fileResults, 'tiny'), { recursive: true });
    writeFileSync(join(fileResults, 'tiny', runIdsIn(workspace.path('results/tiny'))[0]!), '');
    await expectRefused(tinyExperiment, /expected a run's folder, found a file/, { results: fileResults });
  });
});

describe('the real process', () => {
  it.each([
    [
      ['run', 'missing.yaml'],
      /^ace-bench: Cannot read missing\.yaml: expected a config file, found no such file or folder\n$/,
    ],
    [
      ['run', 'tiny.yaml', '--set', 'budgetTokns=5'],
      /^ace-bench: Cannot apply --set budgetTokns=5: .*did you mean "budgetTokens"\?\n$/,
    ],
    [
      ['run', 'tiny.yaml', '--onyl', 'x'],
      /^ace-bench: unknown option '--onyl' \(Did you mean --only\?\) \(see --help\)\n$/,
    ],
    [
      ['run', 'tiny.yaml', '--concurrency', '0'],
      /^ace-bench: option '--concurrency <n>' argument '0' is invalid\. Expected a whole number of at least 1\..*\n$/,
    ],
    [
      ['run', 'tiny.yaml', '--results', ''],
      /^ace-bench: option '--results <dir>' argument '' is invalid\. Expected the name of a folder\..*\n$/,
    ],
    [['run'], /^ace-bench: missing required argument 'config'.*\n$/],
    [['rum', 'tiny.yaml'], /^ace-bench: unknown command 'rum' \(Did you mean run\?\).*\n$/],
    [
      ['data', 'finr', '--from', '.'],
      /^ace-bench: Cannot import a data set: expected one of finer, found "finr"; did you mean "finer"\?\n$/,
    ],
  ])('%j says so in one line and ends with 2', async (args, message) => {
    const before = contentOf(workspace.folder);
    const { code, stdout, stderr } = await workspace.aceBench(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(contentOf(workspace.folder)).toEqual(before);
  });
});

describe('validate', () => {
  it('makes the parts, too, and refuses what they refuse', async () => {
    const set = ['budgetTokens=1'];
    const { code, stdout, stderr } = await said(
      (deps) => validateCommand(workspace.path('tiny.yaml'), { set }, deps),
      cache,
    );
    const refused = (arm: string) =>
      expect.stringMatching(
        new RegExp(`^Cannot run arm ${arm} on suite tagging: expected budgetTokens of at least \\d+`),
      );
    expect([code, stdout, stderr]).toEqual([2, '', ['static', 'ace-lazy'].map(refused)]);
  });
});

describe('our own errors', () => {
  it('are said to be ours, with a stack, and end with 70', async () => {
    const fail = () => Promise.reject(new TypeError('of our making'));
    const { code, stderr } = await said(fail, cache);
    expect(code).toBe(70);
    expect(stderr[0]).toMatch(/^our own error, please report it\nTypeError: of our making\n/);
  });
});
