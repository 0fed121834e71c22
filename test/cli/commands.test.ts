import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playbookShowCommand } from '../../harness/cli/playbook-show-command.ts';
import { validateCommand } from '../../harness/cli/validate-command.ts';
import { hashText } from '../../harness/core/hash.ts';
import type { RunRecord } from '../../harness/core/records.ts';
import { contextAt, type ShownContext } from '../../harness/experiment/context-at.ts';
import { registry } from '../../harness/registry.ts';
import { said, saidByRun } from './in-process.ts';
import { forgeManifest, rechain } from './rechain.ts';
import { smallExperiment, tinyExperiment } from './small-experiment.ts';
import { contentOf, createWorkspace, runIdsIn } from './workspace.ts';

const workspace = createWorkspace();
const { aceBench, path } = workspace;
const cache = path('cache');
const small = path('results/small');
afterAll(workspace.remove);

beforeAll(async () => {
  workspace.write('tiny.yaml', tinyExperiment);
  workspace.write('small.yaml', smallExperiment);
  expect(await runHere('small.yaml')).toMatchObject({ code: 0, stderr: [] });
});

/** In this process: where it is not the command line itself that is asked about. */
const runHere = (config: string, options = {}) =>
  saidByRun(path(config), { results: path('results'), ...options }, cache);
const folderOf = (arm: string) => join(small, runIdsIn(small).find((id) => id.includes(`.${arm}.`))!);

describe('stdout', () => {
  it('has results alone, in the order of the command; progress goes to stderr', async () => {
    const { code, stdout, stderr } = await aceBench(['run', 'tiny.yaml']);
    expect(code).toBe(0);
    // A slow machine may say between them how far all is.
    const ended = stderr
      .trimEnd()
      .split('\n')
      .filter((line) => line.startsWith('['));
    expect(ended).toEqual([
      expect.stringMatching(/^\[1\/2\] tagging\.\S+ completed$/),
      expect.stringMatching(/^\[2\/2\] tagging\.\S+ completed$/),
    ]);
    expect(stdout).toMatch(/^tiny: 2 of 2 runs complete/);
    expect(stdout).toMatch(/simulated/i);
    expect(stdout).toMatch(/\nTables: \S+summary\.md, \S+summary\.csv, \S+rounds\.csv, \S+columns\.md\n$/);
    expect(stdout).not.toContain('[1/2]');
    expect((await runHere('tiny.yaml', { quiet: true })).stderr).toEqual([]);
  });

  type Ended = { readonly code: number | null; readonly stdout: string };
  const asJson: readonly (readonly [string, () => Promise<Ended>, string[]])[] = [
    ['run', () => runHere('small.yaml', { json: true }), ['folder', 'outcomes', 'cells']],
    [
      'validate',
      () => said((deps) => validateCommand(path('small.yaml'), { set: [], json: true }, deps), cache),
      ['experiment', 'arms', 'seeds'],
    ],
    [
      'playbook show',
      () => said((deps) => playbookShowCommand(folderOf('ace-lazy'), { json: true }, deps), cache),
      ['runId', 'round', 'text', 'context'],
    ],
    ['list', () => aceBench(['list', '--json']), ['suites', 'methods', 'providers', 'embedders', 'data']],
  ];
  it.each(asJson)('of %s with --json is JSON', async (_command, done, keys) => {
    const { code, stdout } = await done();
    expect(code).toBe(0);
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(expect.arrayContaining(keys));
  });

  it('of a dry run is the plan, and nothing is written', async () => {
    const before = contentOf(workspace.folder);
    const plan = { dryRun: true, results: path('never') };
    const plain = await runHere('tiny.yaml', plan);
    expect(plain.stdout).toMatch(
      /^2 runs, at most 16 attempts, \S+ tokens in\/out; nothing is written\nsuite .*\ntagging +static +1 new +0 +4 +4 +0 +0 +\S+\ntagging +ace-lazy +1 new +2 +12 +12 +4 +4 +\S+\nCalls are at most .*\nTokens are at most .*$/,
    );
    const { stdout } = await runHere('tiny.yaml', { ...plan, json: true });
    const { runs, assumptions } = JSON.parse(stdout) as {
      readonly runs: readonly unknown[];
      readonly assumptions: unknown;
    };
    expect(runs).toMatchObject([
      { state: 'new', rounds: 0, train: 0, val: 2, test: 2, total: 4, isBound: false },
      {
        state: 'new',
        rounds: 2,
        train: 4,
        val: 4,
        test: 4,
        total: 12,
        isBound: true,
        calls: { reflector: { calls: 4 } },
      },
    ]);
    expect(assumptions).toHaveLength(2);
    expect(contentOf(workspace.folder)).toEqual(before);
  });

  it('may be closed by its reader', async () => {
    for (const args of [
      ['validate', '--schema'],
      ['run', 'small.yaml'],
    ]) {
      const { child, done } = workspace.start(args);
      child.stdout!.destroy();
      await setTimeout(0);
      const { code, stderr } = await done;
      expect([code, stderr.includes('EPIPE')]).toEqual([0, false]);
    }
  });

  it('of validate --schema is a JSON Schema that needs no config', async () => {
    const validate = (options: object) =>
      said((deps) => validateCommand(undefined, { set: [], ...options }, deps), cache);
    const { code, stdout } = await validate({ schema: true });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'object', additionalProperties: false });
    expect(await validate({})).toMatchObject({ code: 2, stderr: [expect.stringContaining('found neither')] });
  });
});

describe('playbook show', () => {
  it('rebuilds every round of every arm to the recorded hash', async () => {
    const arms = ['static', 'append', 'full-rewrite', 'ace-proactive', 'ace-lazy'];
    let rebuilt = 0;
    for (const arm of arms) {
      const records = readFileSync(join(folderOf(arm), 'records.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as RunRecord);
      for (const record of records) {
        if (record.kind !== 'round') continue;
        const shown = await contextAt(folderOf(arm), record.round, registry, expect.unreachable);
        expect([shown.round, hashText(shown.text)]).toEqual([record.round, record.contextHash]);
        rebuilt++;
      }
    }
    // A static context has round 0 alone.
    expect(rebuilt).toBe((arms.length - 1) * 13 + 1);
  });

  it('shows the last whole round unless asked, and reads back what it printed', async () => {
    const show = (target: string, options = {}) => said((deps) => playbookShowCommand(target, options, deps), cache);
    const last = await show(folderOf('ace-lazy'));
    expect(last.stdout).toBe((await show(folderOf('ace-lazy'), { round: 12 })).stdout);
    expect(last.stdout).not.toBe((await show(folderOf('ace-lazy'), { round: 1 })).stdout);
    expect(last.stdout).toMatch(/^\[\S+-\d{5}\] helpful=\d+ harmful=\d+ :: /m);
    const file = workspace.write('printed.txt', last.stdout);
    expect((await show(file)).stdout).toBe(last.stdout);
    const { context } = JSON.parse((await show(folderOf('ace-lazy'), { json: true })).stdout) as ShownContext;
    expect(context).toHaveProperty('bullets');
  });

  const spoilt = (name: string, file: string, change: (text: string) => string): string => {
    const folder = path(name);
    cpSync(folderOf('ace-lazy'), folder, { recursive: true });
    const text = readFileSync(join(folder, file), 'utf8');
    expect(change(text)).not.toBe(text);
    writeFileSync(join(folder, file), change(text));
    return folder;
  };
  const forged = (name: string, change: (records: string) => string): string => {
    const folder = path(name);
    cpSync(folderOf('ace-lazy'), folder, { recursive: true });
    rechain(folder, (records) => {
      expect(change(records)).not.toBe(records);
      return change(records);
    });
    return folder;
  };
  it.each([
    ['a path that is not there', () => path('nowhere'), /expected a run's folder or a playbook file, found nothing/],
    ['a folder without a run', () => workspace.folder, /expected a run's folder with a manifest\.json, found none/],
    ['a file in place of a folder', () => path('tiny.yaml/run'), /found nothing/],
    ['what is neither file nor folder', () => '/dev/null', /found neither/],
    [
      'a playbook with an id twice',
      () => workspace.write('twice.txt', '[a-1] x\n[a-1] y'),
      /twice\.txt line 2: expected a new id/,
    ],
    [
      'a manifest of an unknown method',
      () => {
        const folder = spoilt('method', 'manifest.json', (text) => `${text} `);
        forgeManifest(folder, (text) => text.replace('"name": "ace"', '"name": "constructor"'));
        return folder;
      },
      /expected a known method, found "constructor"/,
    ],
    [
      'records that were changed',
      () => spoilt('changed', 'records.jsonl', (text) => text.replace(/("op":"add".*?"text":")/, '$1Forged ')),
      /records\.jsonl line \d+: expected a line that follows the one before it, found another/,
    ],
    [
      'records whose events were forged with care',
      () => forged('forged', (text) => text.replace(/("op":"add".*?"text":")/, '$1Forged ')),
      /Cannot rebuild round 1 of .*: expected context [0-9a-f]{8} as recorded, found [0-9a-f]{8}/,
    ],
    [
      'records whose events make no sense',
      () =>
        forged('senseless', (text) =>
          text.replace(/"merged":\[\]|"merged":\[\{[^\]]*\]/, '"merged":[{"from":"x-1","into":"y-2","cosine":1}]'),
        ),
      /Cannot rebuild round \d+ of/,
    ],
    [
      'records with a broken line',
      () => spoilt('broken', 'records.jsonl', (text) => text.replace('\n', '\n{\n')),
      /records\.jsonl line 2: expected .*, found no JSON/,
    ],
  ])('refuses %s with one line and exit code 2', async (_what, target, message) => {
    const { code, stdout, stderr } = await said((deps) => playbookShowCommand(target(), {}, deps), cache);
    expect([code, stdout, stderr]).toEqual([2, '', [expect.stringMatching(message)]]);
  });

  it('refuses a round that was not reached, and a round of a file', async () => {
    const show = (target: string, round: number) => said((deps) => playbookShowCommand(target, { round }, deps), cache);
    expect((await show(folderOf('ace-lazy'), 13)).stderr).toEqual([
      expect.stringMatching(/Cannot show round 13 of .*found 0 to 12$/),
    ]);
    expect((await show(path('tiny.yaml'), 1)).stderr).toEqual([
      expect.stringContaining("expected a run's folder, found a file"),
    ]);
  });
});
