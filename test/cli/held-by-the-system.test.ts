import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processDeps } from '../../harness/cli/cli-deps.ts';
import { validateCommand } from '../../harness/cli/validate-command.ts';
import { said, saidByRun } from './in-process.ts';
import { changed, tinyExperiment } from './small-experiment.ts';
import { createWorkspace, repository, runIdsIn } from './workspace.ts';

const workspace = createWorkspace();
const { path, write } = workspace;
const cache = path('cache');
const entry = join(repository, 'harness/cli/ace-bench.mjs');
const isLinux = process.platform === 'linux';
let config: string;
afterAll(workspace.remove);
beforeAll(async () => {
  config = write('tiny.yaml', tinyExperiment);
  expect(await saidByRun(config, { results: path('results') }, cache)).toMatchObject({ code: 0 });
});

/** The real command line in a shell, with its limits and redirections. */
const shell = (command: string) =>
  spawnSync('bash', ['-c', command.replace('ace-bench', `"${process.execPath}" "${entry}"`)], {
    cwd: workspace.folder,
    env: { ...process.env, ACE_BENCH_CACHE: cache },
    encoding: 'utf8',
  });
const validate = (text: string) => said((deps) => validateCommand(write('some.yaml', text), { set: [] }, deps), cache);

describe.skipIf(!isLinux)('what the system refuses is one sentence and 2, without a trace:', () => {
  it.each([
    [
      'a full stdout',
      'ace-bench run tiny.yaml --quiet > /dev/full',
      /^ace-bench: Cannot print: expected room on stdout, found no room left on the disk\n$/,
    ],
    [
      'a limit on the size of files',
      'ulimit -f 1; ace-bench run tiny.yaml --quiet --results small-files',
      /^ace-bench: Cannot write .*: expected a folder with room .*\n$/,
    ],
    [
      'a pipe as a config',
      'mkfifo pipe; ace-bench run pipe',
      /^ace-bench: Cannot read pipe: expected a config file, found a pipe, a device or a socket\n$/,
    ],
    ['an endless file as a playbook', 'ace-bench playbook show /dev/zero', /^ace-bench: Cannot [^\n]*\n$/],
    [
      'an endless file to refine',
      'ace-bench dedup refine /dev/zero',
      /^ace-bench: Cannot read \/dev\/zero: expected a playbook file, found a pipe, a device or a socket\n$/,
    ],
  ])('%s', (_what, command, message) => {
    const { status, stderr } = shell(command);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});

describe('an interrupt', () => {
  it('is heard once, of whichever kind: a second one ends the process as it would without us', () => {
    const kinds = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    const before = kinds.map((kind) => process.listenerCount(kind));
    const signal = processDeps().onInterrupt();
    expect(kinds.map((kind) => process.listenerCount(kind))).toEqual(before.map((count) => count + 1));
    process.emit('SIGTERM');
    expect(signal.aborted).toBe(true);
    expect(kinds.map((kind) => process.listenerCount(kind))).toEqual(before);
  });

  it('that comes while suites are made ends with 130, and nothing was run', async () => {
    const onInterrupt = () => AbortSignal.abort();
    const { code, stderr } = await saidByRun(config, { results: path('interrupted') }, cache, { onInterrupt });
    expect([code, stderr.at(-1)]).toEqual([130, 'interrupted; run the same command again to resume']);
    expect(runIdsIn(path('interrupted/tiny'))).toEqual([]);
  });
});

describe('numbers beyond all bounds', () => {
  it.each([
    [
      'epochs',
      changed(tinyExperiment, 'epochs: 1', 'epochs: 1000000000'),
      /expected protocol\.epochs to be a number of at most 1000, found 1000000000/,
    ],
    [
      'a budget',
      changed(tinyExperiment, 'budgetTokens: 600', 'budgetTokens: 999999999999'),
      /expected budgetTokens to be a number of at most/,
    ],
    [
      'seeds',
      changed(
        tinyExperiment,
        'seeds: [1]',
        `seeds: [${Array.from({ length: 100_000 }, (_, seed) => seed).join(', ')}]`,
      ),
      /expected seeds to be a list of at most 1000 items/,
    ],
  ])('of %s are refused with a sentence', async (_what, text, message) => {
    const { code, stderr } = await validate(text);
    expect(code).toBe(2);
    expect(stderr).toEqual([expect.stringMatching(message)]);
  });
});

describe('text of others', () => {
  const codes = '\u001b[2J\u009b31m\u0007';
  it('moves no cursor: what a playbook, a config or a name says is written out', () => {
    write('bad.yaml', `${tinyExperiment}\nkey\u0007of: "${'x'}"\n`);
    mkdirSync(path('odd'), { recursive: true });
    writeFileSync(
      path('odd/list.txt'),
      `## A\n[a-00001] helpful=0 harmful=0 :: Clear ${codes} it.\n[a-00002] helpful=0 harmful=0 :: Clear ${codes} it.\n`,
    );
    for (const args of [
      ['dedup', 'refine', 'odd/list.txt', '--embedder', 'hash'],
      ['run', `missing${codes}.yaml`],
      ['run', 'bad.yaml'],
    ]) {
      const done = spawnSync(process.execPath, [entry, ...args], {
        cwd: workspace.folder,
        env: { ...process.env, ACE_BENCH_CACHE: cache },
        encoding: 'utf8',
      });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
      expect(done.stdout + done.stderr, args.join(' ')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      expect((done.stdout + done.stderr).length).toBeGreaterThan(20);
    }
    expect(execFileSync(process.execPath, [entry, '--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+/);
  });
});
