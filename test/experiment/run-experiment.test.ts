import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../harness/core/records.ts';
import { type ExperimentOptions, runExperiment } from '../../harness/experiment/run-experiment.ts';
import type { Progress } from '../../harness/experiment/run-prepared.ts';
import { roundCsv } from '../../harness/report/tables-csv.ts';
import { summaryCsv } from '../../harness/report/tables-csv.ts';
import { houseSumsConfig, withHouseSums } from '../fixtures/house-sums-config.ts';
import * as houseSums from '../fixtures/house-sums.ts';
import { tempFolder } from '../records/temp-folder.ts';

function optionsIn(results = tempFolder()): ExperimentOptions & { readonly results: string } {
  return { registry: withHouseSums, results, cacheFolder: tempFolder() };
}

async function listOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('runExperiment()', () => {
  it('gives the rows and the summary that it writes, and the records, as often as they are asked for', async () => {
    const { folder, outcomes, runs, summary } = await runExperiment(houseSumsConfig, optionsIn());
    expect(outcomes.map(({ status }) => status)).toEqual(['complete', 'complete']);
    expect(runs.map(({ info, status }) => `${info.arm} ${status}`)).toEqual(['static complete', 'append complete']);
    expect(roundCsv(runs.flatMap(({ rows }) => rows))).toBe(readFileSync(join(folder, 'rounds.csv'), 'utf8'));
    expect(summaryCsv(summary)).toBe(readFileSync(join(folder, 'summary.csv'), 'utf8'));
    for (const run of runs) {
      const records = await listOf<RunRecord>(run.records());
      const lines = readFileSync(join(run.folder, 'records.jsonl'), 'utf8').trimEnd().split('\n');
      // A line holds the chain beside its record.
      expect(lines.map((line) => ({ ...JSON.parse(line), chain: null }))).toEqual(
        records.map((record) => ({ ...record, chain: null })),
      );
      expect(await listOf(run.records())).toEqual(records);
    }
  });

  it('resumes: what is complete is skipped, and another seed adds its runs', async () => {
    const options = optionsIn();
    const first = await runExperiment(houseSumsConfig, options);
    const second = await runExperiment({ ...houseSumsConfig, seeds: [1, 2] }, options);
    expect(second.outcomes.map(({ status }) => status)).toEqual(['skipped', 'complete', 'skipped', 'complete']);
    expect(second.runs.map(({ info }) => info.runId)).toEqual(
      expect.arrayContaining(first.runs.map(({ info }) => info.runId)),
    );
    expect(second.summary.map(({ runs }) => runs)).toEqual([2, 2]);
  });

  it('runs only what `only` asks for, and tells of all that is there', async () => {
    const options = optionsIn();
    const { outcomes, runs } = await runExperiment(houseSumsConfig, { ...options, only: '.append.' });
    expect(outcomes).toHaveLength(1);
    expect(runs.map(({ info }) => info.arm)).toEqual(['append']);
    expect((await runExperiment(houseSumsConfig, { ...options, only: '.static.' })).runs).toHaveLength(2);
  });

  it('starts anew where `fresh` asks for it', async () => {
    const options = optionsIn();
    await runExperiment(houseSumsConfig, options);
    const { outcomes, runs } = await runExperiment(houseSumsConfig, { ...options, fresh: true });
    expect(outcomes.map(({ status }) => status)).toEqual(['complete', 'complete']);
    expect(existsSync(join(runs[0]!.folder, 'old'))).toBe(true);
  });

  it('ends where the signal aborts, and the next call gives the records of a run that nothing interrupted', async () => {
    const options = optionsIn();
    const stop = new AbortController();
    const onProgress = ({ kind }: Progress): void => {
      if (kind === 'round') stop.abort();
    };
    const interrupted = await runExperiment(houseSumsConfig, { ...options, signal: stop.signal, onProgress });
    expect(interrupted.outcomes.map(({ status }) => status)).toContain('interrupted');
    const resumed = await runExperiment(houseSumsConfig, options);
    const whole = await runExperiment(houseSumsConfig, optionsIn());
    expect(await listOf(resumed.runs[1]!.records())).toEqual(await listOf(whole.runs[1]!.records()));
  });

  it('ends the world of a suite once, when all its runs have ended, and where the signal aborted them too', async () => {
    let closed = 0;
    const close = async (): Promise<void> => {
      closed++;
    };
    const load = async () => ({
      options: houseSums.options,
      create: () => ({ ...houseSums.create({ extra: 1 }), close }),
    });
    const worldly = { ...withHouseSums, suites: { 'house-sums': { about: 'sums in a world', load } } };
    await runExperiment(houseSumsConfig, { ...optionsIn(), registry: worldly });
    expect(closed).toBe(1);
    await runExperiment(houseSumsConfig, { ...optionsIn(), registry: worldly, signal: AbortSignal.abort() });
    expect(closed).toBe(2);
    // Made, and then found too small a budget for.
    await expect(
      runExperiment({ ...houseSumsConfig, budgetTokens: 1 }, { ...optionsIn(), registry: worldly }),
    ).rejects.toThrow(/budgetTokens/);
    expect(closed).toBe(3);
  });

  it('tells at once all that only its parts can find wrong, each once', async () => {
    const wrong = {
      ...houseSumsConfig,
      budgetTokens: 1,
      suites: [{ name: 'house-sums' }, { name: 'tagging', limits: { train: 1_000_000 } }],
    };
    const failure = await runExperiment(wrong, optionsIn()).catch((error: unknown) => error as Error);
    const sentences = (failure as Error).message.split('\n');
    expect(sentences).toEqual([
      expect.stringMatching(/^Cannot run arm static on suite house-sums: expected budgetTokens of at least \d+/),
      expect.stringMatching(/^Cannot run arm append on suite house-sums: /),
      expect.stringMatching(/^Cannot run suite tagging: expected limits.train to be at most \d+/),
    ]);
  });

  it('tells its progress: all rounds and runs at first, then each', async () => {
    const seen: Progress[] = [];
    await runExperiment(houseSumsConfig, { ...optionsIn(), onProgress: (progress) => seen.push(progress) });
    expect(seen[0]).toMatchObject({ kind: 'start', runs: 2 });
    expect(seen.filter(({ kind }) => kind === 'run')).toHaveLength(2);
  });

  it('refuses a config that is wrong, by its key, before anything is written', async () => {
    const options = optionsIn();
    const run = (change: object): Promise<unknown> => runExperiment({ ...houseSumsConfig, ...change }, options);
    await expect(run({ seeds: [1.5] })).rejects.toThrow(
      /^Cannot read the config at seeds\.0: expected seeds\.0 to be a whole number, found 1\.5$/,
    );
    await expect(run({ suites: [{ name: 'house-sum' }] })).rejects.toThrow(
      /^Cannot read the config at suites\.0\.name: .*found "house-sum".*house-sums/,
    );
    expect(existsSync(join(options.results, 'outside'))).toBe(false);
  });

  it('refuses data sets that are one and the same', async () => {
    const config = { ...houseSumsConfig, dataSeeds: [1, 7] };
    await expect(runExperiment(config, optionsIn())).rejects.toThrow(
      /^Cannot run suite house-sums on several data sets: .* found the same for 1 and 7$/,
    );
  });

  it('does not wait for a suite whose tasks never come', async () => {
    const load = async () => ({
      options: houseSums.options,
      create: () => ({ ...houseSums.create({ extra: 1 }), load: () => new Promise<never>(() => {}) }),
    });
    const silent = { ...withHouseSums, suites: { 'house-sums': { about: 'sums that never come', load } } };
    const config = { ...houseSumsConfig, timeouts: { part: 0.05 } };
    await expect(runExperiment(config, { ...optionsIn(), registry: silent })).rejects.toThrow(
      /^Cannot load suite house-sums: expected it to settle within 0.05 s \(timeouts.part\), found it still busy$/,
    );
  });
});
