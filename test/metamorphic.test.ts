import { replyWith } from './contracts/llm-parts.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { drawHouseRules, type Rule } from '../benchmarks/tagging/house-rules.ts';
import type { Json } from '../harness/core/json.ts';
import type { Llm } from '../harness/core/llm.ts';
import type { TrialRecord } from '../harness/core/records.ts';
import { createRng } from '../harness/core/rng.ts';
import type { Suite } from '../harness/core/suite.ts';
import { splitNames } from '../harness/core/task.ts';
import { type Registry, registry } from '../harness/registry.ts';
import { blocksOf } from './contracts/scripted-llm.ts';
import { type FinishedRun, runInProcess } from './fixtures/run-in-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'ace-bench-metamorphic-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const outside: Registry = {
  ...registry,
  methods: {
    ...registry.methods,
    'given-context': { about: 'a text from the config', load: () => import('./fixtures/given-context.ts') },
  },
};

let experiments = 0;
function runArms(
  arms: { readonly [arm: string]: Json },
  changes: { readonly [key: string]: Json } = {},
  parts: Registry = outside,
): Promise<ReadonlyMap<string, FinishedRun>> {
  const config = {
    experiment: `metamorphic-${++experiments}`,
    model: { provider: 'simulated' },
    embedder: { name: 'hash' },
    budgetTokens: 30_000,
    suites: [{ name: 'tagging', limits: { train: 12, val: 4, test: 40 } }],
    arms,
    seeds: [1],
    protocol: { kind: 'offline', batchSize: 4, probeEvery: 2, feedback: 'gold' },
    ...changes,
  };
  return runInProcess(config, parts, { results: join(scratch, 'results'), cache: join(scratch, 'cache') });
}

describe('names of arms', () => {
  it('change nothing but names: records.jsonl is equal byte for byte, in any order and company', async () => {
    const methods = {
      append: { method: 'append' },
      rewrite: { method: 'full-rewrite' },
      proactive: { method: 'ace', refine: { threshold: 0.7 } },
      lazy: { method: 'ace', refine: { mode: 'lazy', threshold: 0.7, triggerAt: 0.3 } },
    } as const;
    const changes = { budgetTokens: 1200 };
    const first = await runArms(methods, changes);
    const { append, rewrite, proactive, lazy } = methods;
    const renamed = await runArms({ a: lazy, b: proactive, c: rewrite, d: append, e: { method: 'static' } }, changes);
    const pairs = [
      ['append', 'd'],
      ['rewrite', 'c'],
      ['proactive', 'b'],
      ['lazy', 'a'],
    ] as const;
    for (const [before, after] of pairs) expect(renamed.get(after)!.lines).toBe(first.get(before)!.lines);
    expect(new Set([...first.values()].map(({ lines }) => lines)).size).toBe(pairs.length);
  });
});

describe('contexts', () => {
  const rules = drawHouseRules(createRng(1).fork('tagging').fork('rules'));
  const truths = rules.flatMap((rule) => adviceOn(rule, rule.tag));
  const falsehoods = rules.flatMap((rule) => adviceOn(rule, anotherTagOf(rule)));
  // All of it is read, attended to and remembered, and nothing is left to chance.
  const ideal = { provider: 'simulated', readWindow: 1_000_000, attention: 10_000, dilution: 0, replyNoise: 0 };

  it('give equal trials where their rendered text is equal, whatever their data', async () => {
    const text = contextText(truths);
    const runs = await runArms({
      one: given(text),
      two: given(text, 'of quite another making'),
      none: given('Tag numbers.'),
    });
    expect(runs.get('two')!.lines).toBe(runs.get('one')!.lines);
    expect(testScore(runs.get('none')!)).toBeLessThan(testScore(runs.get('one')!));
  });

  it('score by what they say: true lessons more than none, false ones no more than none', async () => {
    const runs = await runArms(
      {
        true: given(contextText(truths)),
        none: given(contextText([])),
        false: given(contextText(falsehoods)),
      },
      { model: ideal },
    );
    const [withTrue, withNone, withFalse] = ['true', 'none', 'false'].map((arm) => testScore(runs.get(arm)!));
    expect(withTrue).toBeGreaterThan(0.9);
    expect(withTrue).toBeGreaterThan(withNone! + 0.5);
    expect(withFalse).toBeLessThanOrEqual(withNone!);
  });

  it('score the same in any order where all is read, attended to and remembered', async () => {
    const orders = [truths, [...truths].reverse(), createRng('order').shuffle(truths)];
    const arms = Object.fromEntries(orders.map((lines, index) => [`order-${index}`, given(contextText(lines))]));
    const [first, ...others] = [...(await runArms(arms, { model: ideal })).values()].map(outcomesOf);
    for (const other of others) expect(other).toEqual(first);
  });

  it('score by their order where attention is short', async () => {
    const arms = { forth: given(contextText(truths)), back: given(contextText([...truths].reverse())) };
    const runs = await runArms(arms, { model: { ...ideal, attention: 1 } });
    expect(outcomesOf(runs.get('back')!)).not.toEqual(outcomesOf(runs.get('forth')!));
  });
});

describe('an answer-key agent', () => {
  it('scores 100 % in every phase, with every task and every scenario solved', async () => {
    const options = z.strictObject({});
    const keyed: Registry = {
      ...registry,
      providers: { key: { about: 'knows all answers', load: async () => ({ options, create: () => answerKey }) } },
    };
    const limits = { train: 12, val: 9, test: 12 };
    const suite = await taggingWith(limits);
    const answers = new Map<string, string>();
    for (const split of splitNames)
      for (const task of await suite.load(split)) answers.set(task.text, suite.answerKey(task).answer);
    const answerKey: Llm = {
      id: 'answer-key',
      complete: async (request) => {
        const { question = '' } = blocksOf(request);
        const reply =
          request.role === 'generator'
            ? { reasoning: '', bullet_ids: [], final_answer: answers.get(question) ?? '' }
            : { reasoning: '', lessons: [], bullet_tags: [] };
        return replyWith({ text: JSON.stringify(reply), model: 'answer-key' });
      },
    };
    const runs = await runArms(
      { static: { method: 'static' }, ace: { method: 'ace' } },
      { model: { provider: 'key' }, suites: [{ name: 'tagging', limits }] },
      keyed,
    );
    for (const { status, trials, rows } of runs.values()) {
      expect(status).toBe('complete');
      expect(trials.map(({ score }) => score)).toEqual(trials.map(() => 1));
      expect(new Set(rows.rows.map(({ phase }) => phase))).toEqual(
        new Set([...(rows.info.method === 'static' ? [] : ['train']), 'val', 'test']),
      );
      for (const row of rows.rows.filter(({ n }) => n > 0)) expect(row).toMatchObject({ score: 1, tgc: 1, sgc: 1 });
    }
  });
});

/** One line for each wording of a rule's condition. */
function adviceOn(rule: Rule, tag: string): readonly string[] {
  return rule.condition.wordings.map((wording) => `- A number with "${wording}" beside it takes ${tag}.`);
}

function anotherTagOf(rule: Rule): string {
  const { tags } = rule.family;
  return tags[(tags.indexOf(rule.tag) + 1) % tags.length]!;
}

function contextText(lines: readonly string[]): string {
  return ['Tag numbers in filings.', ...lines].join('\n');
}

function given(text: string, note = ''): Json {
  return { method: 'given-context', text, note };
}

function testScore({ rows }: FinishedRun): number {
  return rows.rows.find(({ phase, which }) => phase === 'test' && which === 'final')!.score!;
}

/** What was scored, without what is expected to name the context. */
function outcomesOf({ trials }: FinishedRun): readonly Pick<TrialRecord, 'task' | 'score' | 'checks' | 'failure'>[] {
  return trials.map(({ task, score, checks, failure }) => ({ task, score, checks, failure }));
}

async function taggingWith(limits: { readonly [split: string]: number }): Promise<Suite> {
  const module = await registry.suites.tagging!.load();
  return module.create(module.options.parse({}) as { readonly [option: string]: Json }, {
    dataSeed: 1,
    limits,
    cacheFolder: scratch,
  });
}
