import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playbookDiffCommand } from '../../harness/cli/playbook-diff-command.ts';
import { playbookHealthCommand } from '../../harness/cli/playbook-health-command.ts';
import { playbookTraceCommand } from '../../harness/cli/playbook-trace-command.ts';
import type { AdaptationRecord, RefineRecord, RunRecord, TrialRecord } from '../../harness/core/records.ts';
import { contextAt } from '../../harness/experiment/context-at.ts';
import type { Playbook } from '../../harness/playbook/playbook.ts';
import { registry } from '../../harness/registry.ts';
import type { BulletLife } from '../../harness/inspect/bullet-life.ts';
import type { HealthReport } from '../../harness/inspect/health-text.ts';
import type { ContextDiff } from '../../harness/inspect/playbook-diff.ts';
import { said, saidByRun } from './in-process.ts';
import { rechain } from './rechain.ts';
import { smallExperiment } from './small-experiment.ts';
import { createWorkspace, runIdsIn } from './workspace.ts';

const workspace = createWorkspace();
const cache = workspace.path('cache');
const small = workspace.path('results/small');
afterAll(workspace.remove);

beforeAll(async () => {
  const config = workspace.write('small.yaml', smallExperiment);
  expect(await saidByRun(config, { results: workspace.path('results') }, cache)).toMatchObject({ code: 0 });
});

const arms = ['static', 'append', 'full-rewrite', 'ace-proactive', 'ace-lazy'];
const folderOf = (arm: string) => join(small, runIdsIn(small).find((id) => id.includes(`.${arm}.`))!);
const recordsOf = (folder: string) =>
  readFileSync(join(folder, 'records.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RunRecord);
const lastRoundOf = (folder: string) =>
  Math.max(...recordsOf(folder).map((record) => ('round' in record ? record.round : 0)));
const eventsOf = (folder: string) =>
  recordsOf(folder)
    .filter(
      (record): record is AdaptationRecord | RefineRecord => record.kind === 'adaptation' || record.kind === 'refine',
    )
    .flatMap(({ events, round }) => events.map((event) => ({ ...event, at: round })));

const diff = (folder: string, rounds: readonly [number, number], options = {}) =>
  said((deps) => playbookDiffCommand(folder, rounds, options, deps), cache);
const trace = (folder: string, id: string, options = {}) =>
  said((deps) => playbookTraceCommand(folder, id, options, deps), cache);
const health = (path: string, options = {}) =>
  said((deps) => playbookHealthCommand(path, { embedder: 'hash', threshold: 0.85, ...options }, deps), cache);

describe('playbook diff', () => {
  it.each(arms)('of %s says what leads from one round to the other', async (arm) => {
    const folder = folderOf(arm);
    const last = lastRoundOf(folder);
    // A static context has round 0 alone.
    const first = Math.min(1, last);
    const { code, stdout, stderr } = await diff(folder, [first, last], { json: true });
    expect([code, stderr]).toEqual([0, []]);
    const found = JSON.parse(stdout) as ContextDiff;
    const [before, after] = await Promise.all(
      [first, last].map((round) => contextAt(folder, round, registry, () => {})),
    );
    if (found.kind === 'text') {
      expect(['static', 'full-rewrite']).toContain(arm);
      const removed = found.hunks.flatMap(({ lines }) => lines).filter((line) => line.startsWith('-'));
      expect(removed.every((line) => before!.text.split('\n').includes(line.slice(1)))).toBe(true);
      expect(found.hunks.length > 0).toBe(before!.text !== after!.text);
    } else {
      const texts = new Map((before!.context as unknown as Playbook).bullets.map(({ id, text }) => [id, text]));
      for (const { id, end } of found.removed) {
        expect(end).not.toBeNull();
        texts.delete(id);
      }
      for (const { id, text } of [...found.added, ...found.changed]) texts.set(id, text);
      expect([...texts]).toEqual((after!.context as unknown as Playbook).bullets.map(({ id, text }) => [id, text]));
      expect(found.added.length).toBeGreaterThan(0);
    }
  });

  it('prints evictions and duplicates with the round and the reason', async () => {
    const folder = folderOf('ace-proactive');
    const { stdout } = await diff(folder, [0, lastRoundOf(folder)], { all: true });
    const merged = eventsOf(folder).flatMap((event) => (event.kind === 'refine' ? event.merged : []));
    const evicted = eventsOf(folder).flatMap((event) => (event.kind === 'evict' ? event.ids : []));
    expect(merged.length).toBeGreaterThan(0);
    expect(evicted.length).toBeGreaterThan(0);
    for (const { into, cosine } of merged)
      expect(stdout).toContain(`duplicate of ${into} (cosine ${cosine.toFixed(4)})`);
    for (const id of evicted)
      expect(stdout).toMatch(new RegExp(`- \\[${id}\\] .*\\n {4}round \\d+: evicted \\(helpful`));
  });

  it.each<[string, readonly [number, number], RegExp]>([
    ['rounds in the wrong order', [3, 1], /^Cannot compare rounds: expected the earlier one first, found 3 before 1$/],
    [
      'a round that was not reached',
      [1, 999],
      /^Cannot compare rounds 1 and 999 of .*: expected rounds that were recorded, found 0 to \d+$/,
    ],
  ])('refuses %s', async (_, rounds, message) => {
    const { code, stdout, stderr } = await diff(folderOf('ace-lazy'), rounds);
    expect([code, stdout, stderr]).toEqual([2, '', [expect.stringMatching(message)]]);
  });
});

describe('playbook trace', () => {
  it('tells every bullet of a run, taught by the task that its op names, cited as often as trials say', async () => {
    const folder = folderOf('ace-lazy');
    const trials = recordsOf(folder).filter((record): record is TrialRecord => record.kind === 'trial');
    const deltas = eventsOf(folder).flatMap((event) => (event.kind === 'delta' ? [event] : []));
    const added = deltas.flatMap(({ applied, ops }) =>
      applied.filter(({ key }) => ops.some((one) => one.key === key && one.op.op === 'add')),
    );
    expect(added.length).toBeGreaterThan(10);
    for (const { id, key } of added.filter((_, index) => index % 7 === 0)) {
      const life = JSON.parse((await trace(folder, id, { json: true })).stdout) as BulletLife;
      expect(life.taught).toMatchObject({ key, task: key.split('/')[1] });
      expect(life.taught!.lessons.length).toBeGreaterThan(0);
      const attempts = life.cited.reduce((sum, cited) => sum + cited.attempts, 0);
      expect(attempts).toBe(trials.filter(({ cited }) => cited.includes(id)).length);
    }
  });

  it('tells what an elder took in, with text and cosine, and takes an id in brackets', async () => {
    const folder = folderOf('ace-proactive');
    const [merge] = eventsOf(folder).flatMap((event) => (event.kind === 'refine' ? event.merged : []));
    const { code, stdout } = await trace(folder, `[${merge!.into}]`);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(`took in\\n(.*\\n)*  round \\d+: ${merge!.from} \\(cosine ${merge!.cosine.toFixed(4)}\\): `),
    );
    expect((await trace(folder, merge!.from)).stdout).toContain(`duplicate of ${merge!.into}`);
  });

  it('finds the lesson of a batch for arms without a curator, and leaves their counters out', async () => {
    const life = JSON.parse((await trace(folderOf('append'), 'les-00001', { json: true })).stdout) as BulletLife;
    expect(life.taught!.task).toMatch(/^train-\d+$/);
    expect(life.counters).toBeNull();
  });

  it('names the nearest ids for one that is unknown, and where ids come from', async () => {
    const folder = folderOf('ace-lazy');
    const { code, stderr } = await trace(folder, 'si-0002');
    expect(code).toBe(2);
    expect(stderr).toEqual([
      expect.stringMatching(
        /playbook diff prints them in brackets\), found "si-0002"; the nearest of \d+: \S+-\d+, \S+-\d+, \S+-\d+$/,
      ),
    ]);
    const free = await trace(folderOf('full-rewrite'), 'si-00002');
    expect(free.stderr).toEqual([
      expect.stringMatching(/expected a run whose context has bullets, found free text \(full-rewrite\)$/),
    ]);
  });
});

describe('playbook health', () => {
  it('of a run gives the last context, its churn per round, and its counters', async () => {
    const folder = folderOf('ace-proactive');
    const { code, stdout } = await health(folder, { json: true });
    const { run, playbook } = JSON.parse(stdout) as HealthReport;
    const last = lastRoundOf(folder);
    const { context, text } = await contextAt(folder, null, registry, () => {});
    const { bullets } = context as unknown as Playbook;
    expect(code).toBe(0);
    expect(run).toMatchObject({ round: last, refinedBySame: true });
    expect(run!.rounds).toHaveLength(last);
    expect(playbook).toMatchObject({ bullets: bullets.length, counted: bullets.length });
    const unused = bullets.filter(
      ({ helpful, harmful, used, addedAtRound }) => helpful + harmful + used === 0 && addedAtRound < last,
    );
    expect(unused.length).toBeGreaterThan(0);
    expect(playbook!.unused!.map(({ id }) => id)).toEqual(unused.map(({ id }) => id));
    expect(text).toContain(playbook!.longest[0]!.text);
    expect((await health(folder)).stdout).toContain('the embedder that also refined this run');
  });

  it('leaves blank what is unknown of append, and all but rounds of free text', async () => {
    const append = JSON.parse((await health(folderOf('append'), { json: true })).stdout) as HealthReport;
    expect(append.playbook).toMatchObject({ unused: null, harmful: null, counted: 0 });
    expect(append.run!.meanChurn).toBeGreaterThan(0);
    const free = await health(folderOf('full-rewrite'));
    expect(free.stdout).toContain('free text: bullets, redundancy, use and conflicts are unknown');
    expect(free.stdout).toMatch(/compressed rounds: .*; collapsed rounds: /);
  });

  it('of a file without counters leaves use and harm blank', async () => {
    const file = workspace.write('plain.txt', '## A\n[a-1] Read page 1 first.\n[a-2] Read page 2 first.\n');
    const { stdout } = await health(file, { threshold: 0.5 });
    expect(stdout).toMatch(/\nunused {9,}no counters\n/);
    expect(stdout).toContain('conflicts: 1\n  [a-1] [a-2]');
  });

  it('refuses an unknown embedder and a file that is no playbook', async () => {
    const file = workspace.write('none.txt', 'nothing here\n');
    expect((await health(file)).stderr).toEqual([expect.stringMatching(/none\.txt: expected bullets such as/)]);
    const { code, stderr } = await health(folderOf('append'), { embedder: 'minilmm' });
    expect([code, stderr]).toEqual([2, [expect.stringMatching(/found "minilmm"; did you mean "minilm"\?$/)]]);
  });
});

describe('playbook diff, trace and health', () => {
  it('say that records were changed, in one line', async () => {
    const folder = workspace.path('changed');
    cpSync(folderOf('ace-lazy'), folder, { recursive: true });
    rechain(folder, (records) => records.replace(/("op":"add".*?"text":")/, '$1Forged '));
    for (const { code, stderr } of [await diff(folder, [0, 2]), await trace(folder, 'x-1'), await health(folder)])
      expect([code, stderr]).toEqual([2, [expect.stringMatching(/^Cannot rebuild round 1 of .*, found /)]]);
  });

  it('read a run that was cut within a line, and say so', async () => {
    const folder = workspace.path('torn');
    cpSync(folderOf('ace-lazy'), folder, { recursive: true });
    appendFileSync(join(folder, 'records.jsonl'), '{"kind":"tri');
    const { code, stderr } = await trace(folder, 'x-1');
    expect(code).toBe(2);
    expect(stderr[0]).toContain('dropped a torn line');
  });

  it('refuse a folder without a run', async () => {
    for (const { code, stderr } of [await diff(small, [0, 1]), await trace(small, 'x-1'), await health(small)])
      expect([code, stderr]).toEqual([
        2,
        [expect.stringMatching(/expected a run's folder with a manifest\.json, found none$/)],
      ]);
  });
});
