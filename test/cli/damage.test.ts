import { copyFileSync, cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeBytes } from './damaged-run.ts';
import { saidByRun } from './in-process.ts';
import { changed, tinyExperiment } from './small-experiment.ts';
import { createWorkspace, recordsByRun, runIdsIn } from './workspace.ts';

const workspace = createWorkspace();
const { path, write } = workspace;
afterAll(workspace.remove);

const config = write('tiny.yaml', changed(tinyExperiment, 'seeds: [1]', 'seeds: [1, 2]'));
const run = (results: string, options = {}) => saidByRun(config, { results: path(results), ...options }, path('cache'));
const experiment = (results: string) => path(`${results}/tiny`);
const runIds = () => runIdsIn(experiment('reference'));
const lazy = (seed = 1) => runIds().find((id) => id.includes(`ace-lazy.s${seed}`))!;
const edit = (file: string, change: (text: string) => string) => (folder: string) => {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(join(folder, file), change(text));
};
const lines = (change: (lines: string[]) => readonly string[]) => (text: string) =>
  [...change(text.trimEnd().split('\n')), ''].join('\n');
const from = (seed: number, file: string) => (folder: string) =>
  copyFileSync(join(experiment('reference'), lazy(seed), file), join(folder, file));

beforeAll(async () => {
  expect(await run('reference')).toMatchObject({ code: 0, stderr: [] });
});

describe('a finished run of which', () => {
  it.each<readonly [string, (folder: string) => void, RegExp]>([
    [
      'a digit of a record was changed',
      edit('records.jsonl', (text) => text.replace('"score":0', '"score":1')),
      /records\.jsonl line \d+/,
    ],
    [
      'a line was deleted',
      edit(
        'records.jsonl',
        lines((all) => all.toSpliced(3, 1)),
      ),
      /records\.jsonl line 4/,
    ],
    [
      'a line stands twice',
      edit(
        'records.jsonl',
        lines((all) => all.toSpliced(3, 0, all[3]!)),
      ),
      /records\.jsonl line 5/,
    ],
    [
      'two lines changed places',
      edit(
        'records.jsonl',
        lines((all) => all.with(3, all[4]!).with(4, all[3]!)),
      ),
      /line 4/,
    ],
    [
      'line ends were converted',
      edit('records.jsonl', (text) => text.replaceAll('\n', '\r\n')),
      /line 1: .*carriage return/,
    ],
    ['the records are those of another seed', from(2, 'records.jsonl'), /records\.jsonl line 1/],
    ['the times are those of another seed', from(2, 'times.jsonl'), /times\.jsonl line 1/],
    ['the manifest is that of another seed', from(2, 'manifest.json'), /manifest\.json: expected that of/],
    [
      'the manifest was edited',
      edit('manifest.json', (text) => text.replace('"seed": 1', '"seed": 3')),
      /manifest\.json/,
    ],
    ['the manifest is no manifest', edit('manifest.json', () => '[]'), /manifest\.json: expected a JSON object/],
    [
      'a time was changed',
      edit('times.jsonl', (text) => text.replace('"refineMs":', '"refineMs":1')),
      /times\.jsonl line/,
    ],
    [
      'the last times are gone',
      edit(
        'times.jsonl',
        lines((all) => all.slice(0, -2)),
      ),
      /times\.jsonl: expected times up to/,
    ],
    ['the times are gone', (folder) => rmSync(join(folder, 'times.jsonl')), /times\.jsonl: expected times up to/],
  ])('%s is named with the way out, and the tables of the others are written', async (what, spoil, place) => {
    const results = what.replaceAll(' ', '-');
    cpSync(path('reference'), path(results), { recursive: true });
    spoil(join(experiment(results), lazy()));
    const { code, stdout, stderr } = await run(results);
    expect([code, stderr.length]).toEqual([2, 1]);
    expect(stderr[0]).toMatch(place);
    expect(stderr[0]).toMatch(
      /^Cannot read [^\n]*: expected [^\n]*, found [^\n]*--fresh --only [^\n]* starts it anew$/,
    );
    const csv = readFileSync(join(experiment(results), 'rounds.csv'), 'utf8');
    for (const runId of runIds()) expect(csv.includes(runId), runId).toBe(runId !== lazy());
    expect(stdout.replace(/\s+/g, ' ')).toContain(`left out: ${lazy()}: Cannot read`);
    expect(readFileSync(join(experiment(results), 'summary.md'), 'utf8')).toContain(`left out: ${lazy()}`);
    expect(await run(results, { fresh: true, only: lazy() })).toMatchObject({ code: 0, stderr: [] });
    expect(recordsByRun(experiment(results))).toEqual(recordsByRun(experiment('reference')));
  });

  it('the end was cut off is resumed, and is what it was', async () => {
    cpSync(path('reference'), path('cut'), { recursive: true });
    const records = join(experiment('cut'), lazy(), 'records.jsonl');
    truncateSync(records, readFileSync(records).length - 25);
    expect(await run('cut')).toMatchObject({ code: 0, stderr: [] });
    expect(recordsByRun(experiment('cut'))).toEqual(recordsByRun(experiment('reference')));
  });

  it('single bytes were changed is found out, or no table is another', async () => {
    const { found, harmless, wrong } = await changeBytes(experiment('reference'), lazy(), 60);
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(30);
    // Checkpoints and transcripts are in no table.
    expect(harmless).toBeGreaterThanOrEqual(24);
  });
});

describe('an interrupted run of which', () => {
  it.each<readonly [string, (folder: string) => void, RegExp]>([
    [
      'the checkpoint was edited',
      edit('checkpoint.json', (text) => text.replace('"trials":', '"trials":1')),
      /checkpoint\.json/,
    ],
    ['the checkpoint is that of another seed', from(2, 'checkpoint.json'), /checkpoint\.json/],
    [
      'an early record was changed',
      edit('records.jsonl', (text) => text.replace('"order":0', '"order":9')),
      /records\.jsonl line 1/,
    ],
    [
      'a transcript was changed',
      edit('transcripts.jsonl', (text) => text.replace('"seq":0', '"seq":7')),
      /transcripts\.jsonl line 1/,
    ],
  ])('%s is left as it is', async (what, spoil, place) => {
    const results = `interrupted-${what.replaceAll(' ', '-')}`;
    cpSync(path('reference'), path(results), { recursive: true });
    const folder = join(experiment(results), lazy());
    const records = join(folder, 'records.jsonl');
    truncateSync(records, readFileSync(records).length - 25);
    spoil(folder);
    const before = readFileSync(records);
    const { code, stderr } = await run(results);
    expect(code).toBe(2);
    expect(stderr.find((line) => !line.includes('dropped a torn line'))).toMatch(place);
    expect(readFileSync(records).equals(before)).toBe(true);
  });
});

describe('runs of another config', () => {
  it('that lie beside are listed, and are in no table', async () => {
    cpSync(path('reference'), path('others'), { recursive: true });
    const { code, stdout } = await saidByRun(
      write('less.yaml', tinyExperiment),
      { results: path('others') },
      path('cache'),
    );
    expect(code).toBe(0);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /not of this config, left out: 2 runs in the same folder: tagging\.ace-lazy\.s2/,
    );
    expect(readFileSync(join(experiment('others'), 'summary.md'), 'utf8')).toContain('not of this config');
    expect(readFileSync(join(experiment('others'), 'rounds.csv'), 'utf8')).not.toContain('.s2-');
  });
});
