import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadParts } from '../../harness/experiment/load-parts.ts';
import { replayRun } from '../../harness/experiment/replay-run.ts';
import { readConfig } from '../../harness/config/read-config.ts';
import { hashJson, hashText, shortHash } from '../../harness/core/hash.ts';
import type { Json } from '../../harness/core/json.ts';
import { runsOf } from '../../harness/config/runs-of.ts';
import type { Playbook } from '../../harness/playbook/playbook.ts';
import { isVague } from '../../harness/playbook/is-vague.ts';
import { registry } from '../../harness/registry.ts';
import { type FinishedRun, runInProcess } from '../fixtures/run-in-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'ace-bench-modes-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const refine = { threshold: 0.5, guards: [] };
const config = {
  experiment: 'modes',
  model: { provider: 'simulated' },
  embedder: { name: 'hash' },
  budgetTokens: 1500,
  suites: [{ name: 'tagging', limits: { train: 32, val: 6, test: 8 } }],
  arms: {
    off: { method: 'ace', refine: { ...refine, mode: 'off' } },
    proactive: { method: 'ace', refine: { ...refine, mode: 'proactive' } },
    lazy: { method: 'ace', refine: { ...refine, mode: 'lazy' } },
  },
  seeds: [1],
  protocol: { kind: 'offline', batchSize: 4, probeEvery: 4, feedback: 'gold', probeRefines: true },
};

describe('an experiment over modes of refine', () => {
  let runs: ReadonlyMap<string, FinishedRun>;
  beforeAll(async () => {
    runs = await runInProcess(config, registry, { results: join(scratch, 'results'), cache: join(scratch, 'cache') });
  });

  it('attempts val before and after every lazy refine, with the very contexts that were and that became', async () => {
    const { folder, trials, rows } = runs.get('lazy')!;
    const { steps, render } = await replayRun(folder, registry, () => {});
    let refines = 0;
    for await (const { record, events } of steps) {
      for (const { event, before } of events) {
        if (event.kind !== 'refine' || record.kind !== 'refine') continue;
        refines++;
        const probed = trials.filter(({ which, round }) => which === 'unrefined' && round === record.round);
        expect(probed).toHaveLength(6);
        expect(new Set(probed.map(({ context }) => context))).toEqual(
          new Set([shortHash(hashText(await render(before)))]),
        );
        const row = rows.rows.find(({ which, round }) => which === 'unrefined' && round === record.round);
        const { bullets } = before as Playbook;
        expect(row).toMatchObject({ phase: 'val', bullets: bullets.length, context_tokens: event.tokensBefore, n: 6 });
      }
    }
    expect(refines).toBeGreaterThan(1);
    for (const name of ['off', 'proactive'])
      expect(new Set(runs.get(name)!.trials.map(({ which }) => which))).not.toContain('unrefined');
  });

  it('tells the state of the bullets of each round as its context has them', async () => {
    for (const { folder, rows } of runs.values()) {
      const { steps } = await replayRun(folder, registry, () => {});
      for await (const { record, context } of steps) {
        if (record.kind !== 'round' || record.round === 0) continue;
        const { bullets } = context as Playbook;
        const row = rows.rows.find(({ phase, round }) => phase === 'train' && round === record.round)!;
        expect(row).toMatchObject({
          unused: bullets.filter(({ used, addedAtRound }) => used === 0 && addedAtRound < record.round).length,
          harmful: bullets.filter(({ helpful, harmful }) => harmful > helpful).length,
          vague: bullets.filter(({ text }) => isVague(text)).length,
        });
        if (record.round > 1) expect(row.churn).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it('compares the modes in summary.md, and writes what they cost into summary.csv', () => {
    const folder = join(scratch, 'results', 'modes');
    const markdown = readFileSync(join(folder, 'summary.md'), 'utf8');
    expect(markdown).toContain('Modes of refine: arms that differ in nothing else.');
    const [head, ...lines] = readFileSync(join(folder, 'summary.csv'), 'utf8').trimEnd().split('\n');
    const cellOf = (arm: string, column: string) =>
      lines.find((line) => line.split(',')[2] === arm)!.split(',')[head!.split(',').indexOf(column)];
    const probes = runs.get('lazy')!.rows.rows.filter(({ which }) => which === 'unrefined').length;
    expect(cellOf('lazy', 'refine_score_change_n')).toBe(String(probes));
    expect(cellOf('proactive', 'refine_score_change_n')).toBe('');
    expect(Number(cellOf('proactive', 'refine_largest_compared'))).toBeGreaterThan(0);
    expect(Number(cellOf('lazy', 'refine_ms_max'))).toBeGreaterThan(0);
    expect(cellOf('off', 'refine_ms_max')).toBe('');
    expect(cellOf('off', 'refine_ms')).toBe('0');
  });
});

describe('protocol.probeRefines', () => {
  it('is no part of a spec that does not ask for it', async () => {
    const parts = await loadParts(registry);
    const hashOf = (protocol: { readonly [key: string]: Json }) => {
      const { cells } = readConfig({ text: JSON.stringify({ ...config, protocol }), sets: [], shapes: parts });
      const about = { scoreUnit: '', profile: '', splitNote: '', dataHash: '', notes: [] };
      const { spec } = runsOf(cells[0]!, 1, about)[0]!;
      return { keys: Object.keys(spec.protocol), hash: hashJson(spec as unknown as Json) };
    };
    const { probeRefines: _probeRefines, ...plain } = config.protocol;
    expect(hashOf(plain).keys).not.toContain('probeRefines');
    expect(hashOf(config.protocol).hash).not.toBe(hashOf(plain).hash);
  });
});
