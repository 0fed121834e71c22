import { expect, test } from 'vitest';
import type { Json } from '../../harness/core/json.ts';
import { runInfoOf } from '../../harness/report/run-info.ts';
import { info } from './run-stream.ts';

function infoWith(options: Json) {
  return runInfoOf({
    ...info(),
    spec: {
      method: { name: 'ace', options },
      model: { provider: 'simulated', dilution: 0.1 },
      protocol: { kind: 'offline', epochs: 2, batchSize: 1, probeEvery: 1, feedback: 'none' },
      dataSeed: 7,
      budget: { tokens: 4000, evict: 'off', evictTo: 0.8, graceRounds: 1 },
    },
  });
}

test('runInfoOf() takes from the spec how the run refined, its budget, model and protocol', () => {
  expect(infoWith({ refine: { mode: 'lazy', threshold: 0 } })).toMatchObject({
    refineMode: 'lazy',
    threshold: 0,
    budgetTokens: 4000,
    config: { model: { provider: 'simulated', dilution: 0.1 }, protocol: { epochs: 2 } },
  });
});

test('runInfoOf() leaves blank what a method without refine has not', () => {
  expect(infoWith({})).toMatchObject({ refineMode: null, threshold: null });
});

test('runInfoOf() keeps the options of suite and method, and has none of a suite that is not told', () => {
  expect(infoWith({ kind: 'oracle' }).config).toMatchObject({ method: { kind: 'oracle' }, suite: null });
});
