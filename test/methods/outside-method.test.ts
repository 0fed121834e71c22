import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contextAt } from '../../harness/experiment/context-at.ts';
import { type Registry, registry } from '../../harness/registry.ts';
import { methodContract } from '../contracts/method-contract.ts';
import { create, options } from '../fixtures/first-lessons.ts';
import { runInProcess } from '../fixtures/run-in-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'ace-bench-outside-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const outside: Registry = {
  ...registry,
  methods: {
    ...registry.methods,
    'first-lessons': {
      about: 'the first lessons that it is told, and then no more',
      load: () => import('../fixtures/first-lessons.ts'),
    },
  },
};

methodContract('first-lessons', (setup) => create(options.parse({}), setup));
methodContract('first-lessons, {"most":1}', (setup) => create({ most: 1 }, setup));

describe('a method registered from outside', () => {
  it('runs from a config, is scored, recorded and reported like any other, and its contexts can be rebuilt', async () => {
    const config = {
      experiment: 'outside',
      model: { provider: 'simulated', vagueLessons: 0, wrongLessons: 0 },
      embedder: { name: 'hash' },
      budgetTokens: 2000,
      suites: [{ name: 'tagging', limits: { train: 12, val: 6, test: 30 } }],
      arms: { static: { method: 'static' }, mine: { method: 'first-lessons', most: 25 } },
      seeds: [1],
      protocol: { kind: 'offline', batchSize: 4, probeEvery: 2, feedback: 'gold' },
    };
    const runs = await runInProcess(config, outside, {
      results: join(scratch, 'results'),
      cache: join(scratch, 'cache'),
    });
    const mine = runs.get('mine')!;
    const scoreOf = (arm: string): number =>
      runs.get(arm)!.rows.rows.find(({ phase, which }) => phase === 'test' && which === 'final')!.score!;
    expect([...runs.values()].map(({ status }) => status)).toEqual(['complete', 'complete']);
    expect(mine.rows.info.method).toBe('first-lessons');
    expect(scoreOf('mine')).toBeGreaterThan(scoreOf('static') + 0.1);

    const shown = await contextAt(mine.folder, null, outside, () => {});
    expect(shown).toMatchObject({ round: 3, context: { kept: 25 } });
    expect(shown.text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(25);
  });
});

describe('CONTRIBUTING.md', () => {
  it('shows this very method, as a file of baselines/', () => {
    const root = new URL('../../', import.meta.url);
    const fixture = readFileSync(new URL('test/fixtures/first-lessons.ts', root), 'utf8');
    const guide = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8');
    expect(guide).toContain(fixture.replaceAll("'../../harness/", "'../harness/"));
  });
});
