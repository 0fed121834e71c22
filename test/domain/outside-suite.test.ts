import { describe, expect, it } from 'vitest';
import { runExperiment } from '../../harness/experiment/run-experiment.ts';
import { suiteContract } from '../contracts/suite-contract.ts';
import { create, options } from '../fixtures/house-sums.ts';
import { houseSumsConfig, withHouseSums } from '../fixtures/house-sums-config.ts';
import { tempFolder } from '../records/temp-folder.ts';

suiteContract('house-sums', async () => create(options.parse({})));
suiteContract('house-sums, {"extra":3}', async () => create({ extra: 3 }));

describe('a suite registered from outside', () => {
  it('runs, by a player of its own, with options of its own, and is graded and reported like any other', async () => {
    const config = { ...houseSumsConfig, suites: [{ name: 'house-sums', extra: 3 }] };
    const folders = { results: tempFolder(), cacheFolder: tempFolder() };
    const { outcomes, summary } = await runExperiment(config, { registry: withHouseSums, ...folders });
    expect(outcomes.map(({ status }) => status)).toEqual(['complete', 'complete']);
    expect(summary.map(({ suite, arm, score, test_n }) => ({ suite, arm, score, test_n }))).toEqual([
      { suite: 'house-sums', arm: 'static', score: 0, test_n: 2 },
      { suite: 'house-sums', arm: 'append', score: 1, test_n: 2 },
    ]);
  });
});
