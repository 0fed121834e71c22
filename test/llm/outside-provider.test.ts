import { describe, expect, it } from 'vitest';
import { runExperiment } from '../../harness/experiment/run-experiment.ts';
import { createTokenCounter } from '../../harness/llm/token-counter.ts';
import type { Registry } from '../../harness/registry.ts';
import { llmContract } from '../contracts/llm-contract.ts';
import { create, options } from '../fixtures/fixed-reply.ts';
import { houseSumsConfig, withHouseSums } from '../fixtures/house-sums-config.ts';
import { tempFolder } from '../records/temp-folder.ts';

llmContract('fixed-reply', async () =>
  create(options.parse({}), { player: null, suite: 'any', tokens: await createTokenCounter() }),
);

const outside: Registry = {
  ...withHouseSums,
  providers: {
    ...withHouseSums.providers,
    'fixed-reply': { about: 'one answer to all', load: () => import('../fixtures/fixed-reply.ts') },
  },
};

describe('a provider registered from outside', () => {
  it('answers for every role of a run, with options of its own; usage that it does not report stays unknown', async () => {
    const config = { ...houseSumsConfig, model: { provider: 'fixed-reply', answer: '16' } };
    const folders = { results: tempFolder(), cacheFolder: tempFolder() };
    const { outcomes, runs, summary } = await runExperiment(config, { registry: outside, ...folders });
    expect(outcomes.map(({ status }) => status)).toEqual(['complete', 'complete']);
    // 8 # 7 is 16 and 1 # 9 is not; the reply holds no lesson, so nothing is learnt.
    expect(summary.map(({ score }) => score)).toEqual([0.5, 0.5]);
    const { info, rows } = runs[1]!;
    expect(info.modelId).toBe('fixed-reply/16');
    const train = rows.find(({ phase }) => phase === 'train')!;
    expect(train.generator_input_tokens).toBeGreaterThan(0);
    expect(train.generator_output_tokens).toBeNull();
  });
});
