import { wholeText } from '../../harness/experiment/whole-text.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, options } from '../../baselines/fixed-context.ts';
import { create as createTagging } from '../../benchmarks/tagging/tagging.ts';
import type { Json } from '../../harness/core/json.ts';
import type { Stance } from '../../harness/core/lessons.ts';
import type { Controls, MethodSetup } from '../../harness/core/method.ts';
import type { Suite } from '../../harness/core/suite.ts';
import { controlsOf } from '../../harness/experiment/controls-of.ts';
import { contextAt } from '../../harness/experiment/context-at.ts';
import { createTokenCounter, type TokenCounter } from '../../harness/llm/token-counter.ts';
import { type Registry, registry } from '../../harness/registry.ts';
import { methodContract } from '../contracts/method-contract.ts';
import { type FinishedRun, runInProcess } from '../fixtures/run-in-process.ts';

type Kind = Parameters<typeof create>[0]['kind'];
const kinds: readonly Kind[] = ['oracle', 'shuffled', 'wrong', 'placebo'];
const scratch = mkdtempSync(join(tmpdir(), 'ace-bench-fixed-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const some: Controls = {
  oracle: Array.from({ length: 40 }, (_, index) => `Where a figure is "case ${index}", use the right tag.`),
  wrong: Array.from({ length: 40 }, (_, index) => `Where a figure is "case ${index}", use some other tag.`),
};
for (const kind of kinds)
  methodContract(`fixed-context, ${kind}`, (setup) => create({ kind }, { ...setup, controls: some }));

describe('fixed-context', () => {
  let tokens: TokenCounter;
  let suite: Suite;
  beforeAll(async () => {
    tokens = await createTokenCounter();
    suite = await tagging();
  });
  const setup = (budget: number, controls: Controls | null = controlsOf(suite)): MethodSetup => ({
    budget: { tokens: budget, evict: 'lowest-utility', evictTo: 0.8, graceRounds: 1 },
    countTokens: tokens.count,
    controls,
  });
  const textOf = async (kind: Kind, budget: number, controls?: Controls | null): Promise<string> => {
    const method = create({ kind }, setup(budget, controls));
    return (await wholeText(method, method.start(suite.base), tokens.count)).stable;
  };
  const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('- '));
  const stanceIn = (text: string): ReadonlyMap<string, ReadonlySet<Stance>> => {
    const found = new Map<string, Set<Stance>>();
    for (const { lessonId, stance } of text.split('\n').flatMap((line) => suite.lessons!.states(line)))
      found.set(lessonId, (found.get(lessonId) ?? new Set()).add(stance));
    return found;
  };
  const ample = 20_000;

  it('oracle states every lesson truly and none wrongly, where the budget admits it', async () => {
    const stances = stanceIn(await textOf('oracle', ample));
    expect(new Set(stances.keys())).toEqual(new Set(suite.lessons!.all));
    expect([...stances.values()].map((found) => [...found])).toEqual([...stances].map(() => ['correct']));
  });

  it('wrong contradicts every lesson, in the lines that the oracle has but for the tag', async () => {
    const stances = stanceIn(await textOf('wrong', ample));
    expect(new Set(stances.keys())).toEqual(new Set(suite.lessons!.all));
    expect([...stances.values()].map((found) => [...found])).toEqual([...stances].map(() => ['contradicted']));
    const condition = (line: string): string => line.slice(0, line.lastIndexOf('use '));
    const [wrong, oracle] = [linesOf(await textOf('wrong', ample)), linesOf(await textOf('oracle', ample))];
    expect(wrong.map(condition)).toEqual(oracle.map(condition));
    expect(wrong.filter((line) => oracle.includes(line))).toEqual([]);
  });

  it.each([ample, 1500])('shuffled has the oracle’s lines in another order, within %i tokens', async (budget) => {
    const [shuffled, oracle] = [linesOf(await textOf('shuffled', budget)), linesOf(await textOf('oracle', budget))];
    expect(shuffled).not.toEqual(oracle);
    expect(shuffled.toSorted()).toEqual(oracle.toSorted());
    expect(await textOf('shuffled', budget)).toBe(await textOf('shuffled', budget));
  });

  it('placebo is as long as the oracle to within a word, and speaks of no lesson and no tag', async () => {
    for (const budget of [900, 3000, ample]) {
      const [placebo, oracle] = [await textOf('placebo', budget), await textOf('oracle', budget)];
      expect(tokens.count(placebo)).toBeLessThanOrEqual(tokens.count(oracle));
      expect(tokens.count(placebo)).toBeGreaterThan(tokens.count(oracle) - 6);
      expect(stanceIn(placebo).size).toBe(0);
      const [task] = await suite.load('train');
      const tags = task!.text.split('\n')[0]!.replace('Tags: ', '').split(', ');
      expect(tags).toHaveLength(48);
      expect(tags.filter((tag) => placebo.toLowerCase().includes(tag.toLowerCase()))).toEqual([]);
    }
  });

  it('placebo fills the budget on a suite that cannot state its lessons; the others are refused there', async () => {
    const filled = tokens.count(await textOf('placebo', 2000, null));
    expect(filled).toBeLessThanOrEqual(2000);
    expect(filled).toBeGreaterThan(1994);
    for (const kind of ['oracle', 'shuffled', 'wrong'] as const)
      await expect(textOf(kind, 2000, null)).rejects.toThrow(
        /Cannot give the context "\w+": expected a suite .* found one/,
      );
    await expect(textOf('placebo', 1_000_000, null)).rejects.toThrow('found 1000000 to fill');
  });

  it('keeps to the budget by leaving out the lessons that fewest questions are about, the same by each kind', async () => {
    for (const budget of [100, 900, 3000]) {
      const texts = await Promise.all(kinds.map((kind) => textOf(kind, budget)));
      for (const text of texts) expect(tokens.count(text)).toBeLessThanOrEqual(budget);
      const [oracle, shuffled, wrong] = texts.map(linesOf);
      expect(shuffled).toHaveLength(oracle!.length);
      expect(wrong).toHaveLength(oracle!.length);
    }
    const uses = new Map(suite.lessons!.all.map((id) => [id, 0]));
    for (const { gold } of await suite.load('train'))
      for (const id of (gold as { readonly rules: readonly string[] }).rules) uses.set(id, uses.get(id)! + 1);
    const kept = [...stanceIn(await textOf('oracle', 2000)).keys()].map((id) => uses.get(id)!);
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.length).toBeLessThan(40);
    const stated = stanceIn(await textOf('oracle', 2000));
    const left = [...uses].filter(([id]) => !stated.has(id)).map(([, count]) => count);
    expect(Math.min(...kept)).toBeGreaterThanOrEqual(Math.max(...left));
  });

  it('is the only method that reads what the suite knows', async () => {
    const folders = ['../../baselines/', '../../harness/methods/'].map((path) =>
      fileURLToPath(new URL(path, import.meta.url)),
    );
    const readers = folders.flatMap((folder) =>
      readdirSync(folder).filter((name) => /\bcontrols\b/.test(readFileSync(join(folder, name), 'utf8'))),
    );
    expect(readers).toEqual(['fixed-context.ts']);
  });
});

describe('fixed-context, played', () => {
  // All of it is read, attended to and remembered, and nothing is left to chance.
  const model = { provider: 'simulated', readWindow: 1_000_000, attention: 10_000, dilution: 0, replyNoise: 0 };
  const arms = {
    static: { method: 'static' },
    ...Object.fromEntries(kinds.map((kind) => [kind, { method: 'fixed-context', kind }])),
  };
  const play = (experiment: string, changes: { readonly [key: string]: Json } = {}) =>
    runInProcess(
      {
        experiment,
        model,
        embedder: { name: 'hash' },
        budgetTokens: 20_000,
        suites: [{ name: 'tagging', limits: { train: 8, val: 4, test: 40 } }],
        arms,
        seeds: [1],
        protocol: { kind: 'offline', batchSize: 4, probeEvery: 2, feedback: 'gold' },
        ...changes,
      },
      registry,
      { results: join(scratch, 'results'), cache: join(scratch, 'cache') },
    );
  let runs: ReadonlyMap<string, FinishedRun>;
  beforeAll(async () => {
    runs = await play('controls');
  });
  const score = (arm: string): number =>
    runs.get(arm)!.rows.rows.find(({ phase, which }) => phase === 'test' && which === 'final')!.score!;

  it('oracle scores near 100 % and far above static, wrong no more than static, placebo what static does', async () => {
    expect(score('oracle')).toBeGreaterThan(0.9);
    expect(score('static')).toBeLessThan(0.3);
    expect(score('wrong')).toBeLessThanOrEqual(score('static'));
    expect(score('placebo')).toBe(score('static'));
    // Lines that fit equally well are told apart by their order.
    expect(score('shuffled')).toBeGreaterThan(0.85);
  });

  it('is measured as what it is: coverage, wrong statements, no edits', async () => {
    const last = (arm: string) => runs.get(arm)!.records.findLast((record) => record.kind === 'round')!;
    expect(last('oracle')).toMatchObject({ coverage: 1, wrong: 0, editTokens: null });
    expect(last('wrong')).toMatchObject({ coverage: 0, wrong: await lineCount(), editTokens: null });
    expect(last('placebo')).toMatchObject({ coverage: 0, wrong: 0, redundancy: null });
  });

  it('is shown again from its records, without the suite', async () => {
    const { folder } = runs.get('oracle')!;
    const withoutSuites: Registry = { ...registry, suites: {} };
    const shown = await contextAt(folder, 0, withoutSuites, () => {});
    expect(shown.text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(await lineCount());
  });
});

async function lineCount(): Promise<number> {
  const { all, text } = (await tagging()).lessons!;
  return all.flatMap((id) => text!(id, 'correct').split('\n')).length;
}

async function tagging(): Promise<Suite> {
  return createTagging({ profile: 'official' }, { dataSeed: 1, limits: {}, cacheFolder: scratch });
}

it('fixed-context has the placebo as its default, which every suite can have', async () => {
  expect(options.parse({})).toEqual({ kind: 'placebo' });
});
