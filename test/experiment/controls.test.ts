import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../harness/config/read-config.ts';
import type { Json } from '../../harness/core/json.ts';
import { loadParts } from '../../harness/experiment/load-parts.ts';
import { registry } from '../../harness/registry.ts';
import type { FinishedRun } from '../fixtures/run-in-process.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'ace-bench-controls-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let experiments = 0;
function play(changes: { readonly [key: string]: Json }): Promise<ReadonlyMap<string, FinishedRun>> {
  const config = {
    experiment: `controls-${++experiments}`,
    model: { provider: 'simulated' },
    embedder: { name: 'hash' },
    budgetTokens: 3000,
    suites: [{ name: 'tagging', limits: { train: 24, val: 8, test: 12 } }],
    arms: { static: { method: 'static' }, ace: { method: 'ace' } },
    seeds: [1],
    protocol: { kind: 'offline', batchSize: 4, probeEvery: 1, feedback: 'gold' },
    ...changes,
  };
  return runInProcess(config, registry, { results: join(scratch, 'results'), cache: join(scratch, 'cache') });
}

const tasksOf = ({ trials }: FinishedRun) => trials.filter(({ phase }) => phase === 'train').map(({ task }) => task);
const scoresOf = ({ trials }: FinishedRun) => trials.map(({ score }) => score);

describe('an A/A pair', () => {
  it('attempts the same tasks in the same order, and differs by the noise of replies', async () => {
    const runs = await play({ replicate: ['static', 'ace'], model: { provider: 'simulated', replyNoise: 0.3 } });
    for (const arm of ['static', 'ace']) {
      const [first, again] = [runs.get(arm)!, runs.get(`${arm}.replicate`)!];
      expect(tasksOf(again)).toEqual(tasksOf(first));
      expect(scoresOf(again)).not.toEqual(scoresOf(first));
    }
  });

  it('is equal byte for byte where replies have no noise', async () => {
    const runs = await play({ replicate: ['static'], model: { provider: 'simulated', replyNoise: 0 } });
    expect(runs.get('static.replicate')!.lines).toBe(runs.get('static')!.lines);
  });
});

describe('a shift in tagging', () => {
  const limits = { train: 24, val: 8, test: 12 };
  const shifting = { suites: [{ name: 'tagging', shift: { atRound: 4, share: 0.5 }, limits }] };

  it('changes nothing before its round, and makes what was learnt stale from it on', async () => {
    const [plain, shifted] = [(await play({})).get('ace')!, (await play(shifting)).get('ace')!];
    const early = ({ records }: FinishedRun) => records.filter((record) => 'round' in record && record.round < 4);
    expect(early(shifted).length).toBeGreaterThan(40);
    expect(early(shifted)).toEqual(early(plain));
    const wrongAt = ({ records }: FinishedRun, at: number) =>
      records.flatMap((record) => (record.kind === 'round' && record.round === at ? [record.wrong!] : []))[0]!;
    expect(wrongAt(shifted, 4)).toBeGreaterThan(wrongAt(shifted, 3) + 5);
    expect(wrongAt(plain, 4)).toBeLessThan(wrongAt(plain, 3) + 5);
  });
});

describe('configs', () => {
  const folder = fileURLToPath(new URL('../../configs/', import.meta.url));
  it.each(readdirSync(folder))('%s is a config', async (name) => {
    const parts = await loadParts(registry);
    const { cells } = readConfig({ text: readFileSync(join(folder, name), 'utf8'), sets: [], shapes: parts });
    expect(cells.length).toBeGreaterThan(0);
  });

  it('simulator-parameters.yaml varies every key of the simulated model, each alone, at two values or three that are not its default', async () => {
    const parts = await loadParts(registry);
    const text = readFileSync(join(folder, 'simulator-parameters.yaml'), 'utf8');
    const { config } = readConfig({ text, sets: [], shapes: parts });
    const { provider: _provider, ...defaults } = config.model as { readonly [key: string]: number | string };
    const values = new Map<string, number[]>();
    for (const variant of config.variants) {
      expect(Object.keys(variant)).toHaveLength(1);
      for (const [path, value] of Object.entries(variant))
        values.set(path, [...(values.get(path) ?? []), value as number]);
    }
    expect([...values.keys()].toSorted()).toEqual(
      Object.keys(defaults)
        .map((key) => `model.${key}`)
        .toSorted(),
    );
    for (const [path, tried] of values) {
      const usual = defaults[path.replace('model.', '')]! as number;
      expect(tried).not.toContain(usual);
      expect([2, 3]).toContain(new Set(tried).size);
    }
  });
});
