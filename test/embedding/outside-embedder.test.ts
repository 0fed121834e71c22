import { describe, expect, it } from 'vitest';
import { runExperiment } from '../../harness/experiment/run-experiment.ts';
import type { Registry } from '../../harness/registry.ts';
import { embedderContract } from '../contracts/embedder-contract.ts';
import { houseSumsConfig, withHouseSums } from '../fixtures/house-sums-config.ts';
import { create, options } from '../fixtures/letter-counts.ts';
import { tempFolder } from '../records/temp-folder.ts';

embedderContract('letter-counts', () => create(options.parse({})));

const outside: Registry = {
  ...withHouseSums,
  embedders: {
    ...withHouseSums.embedders,
    'letter-counts': { about: 'counts of characters', load: () => import('../fixtures/letter-counts.ts') },
  },
};

describe('an embedder registered from outside', () => {
  it('refines the playbooks of a run, with options of its own, and its cost is counted', async () => {
    const config = {
      ...houseSumsConfig,
      embedder: { name: 'letter-counts', dims: 32 },
      arms: { ace: { method: 'ace', refine: { mode: 'proactive', threshold: 0.9 } } },
    };
    const folders = { results: tempFolder(), cacheFolder: tempFolder() };
    const { outcomes, runs, summary } = await runExperiment(config, { registry: outside, ...folders });
    expect(outcomes.map(({ status }) => status)).toEqual(['complete']);
    expect(summary[0]).toMatchObject({ embedder: 'letter-counts-32/1', score: 1 });
    const rows = runs[0]!.rows.filter(({ phase }) => phase === 'train');
    // The second lesson differs from the first in a number alone: guards keep them apart, whatever the embedder says.
    expect(rows.map(({ refine_embedded, vetoed }) => ({ refine_embedded, vetoed }))).toEqual([
      { refine_embedded: 0, vetoed: 0 },
      { refine_embedded: 2, vetoed: 1 },
    ]);
  });
});
