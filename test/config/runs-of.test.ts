import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../harness/config/runs-of.ts';
import { hashJson } from '../../harness/core/hash.ts';
import { example, exampleWith, read } from './example.ts';

const facts = { dataHash: 'd'.repeat(64), profile: 'strict' };
const idsOf = (text: string) => read(text).cells.flatMap((cell) => runsOf(cell, 1, facts).map(({ runId }) => runId));
const specsOf = (text: string, arm: string) =>
  read(text)
    .cells.filter((cell) => cell.arm === arm && cell.suite.name === 'office')
    .flatMap((cell) => runsOf(cell, 1, facts));

describe('runsOf()', () => {
  it('gives one run per seed, named after suite, arm, seed and spec', () => {
    const runs = specsOf(example, 'ace-lazy');
    expect(runs.map(({ spec }) => spec.seed)).toEqual([1, 2, 3]);
    for (const { runId, spec } of runs)
      expect(runId).toBe(`office.ace-lazy.s${spec.seed}-${hashJson(spec).slice(0, 8)}`);
  });

  it('gives a spec with all that fixes the records, and nothing that does not', () => {
    expect(specsOf(example, 'ace-lazy')[0]?.spec).toEqual({
      suite: { name: 'office', options: { limits: { train: 48, val: 30 }, stepLimit: 8 }, ...facts },
      method: { name: 'aced', options: { refine: { mode: 'lazy', threshold: 0.85, guards: [] }, lessons: 'all' } },
      model: { provider: 'simulated', replyNoise: 0 },
      embedder: { name: 'minilm' },
      budget: { tokens: 3000, evict: 'lowest-utility', evictTo: 0.8, graceRounds: 1 },
      protocol: { kind: 'offline', epochs: 1, batchSize: 8, probeEvery: null, feedback: 'gold' },
      decoding: { temperature: 0, maxTokens: { default: 1024 } },
      seed: 1,
      dataSeed: 1,
    });
  });

  it('hashes two arms with the same options alike, under different ids', () => {
    const text = exampleWith('ace-plain: { method: aced }', 'twin: { method: aced, refine: { mode: lazy } }');
    const [lazy, twin] = [specsOf(text, 'ace-lazy')[0]!, specsOf(text, 'twin')[0]!];
    expect(twin.spec).toEqual(lazy.spec);
    expect(twin.runId).toBe(lazy.runId.replace('ace-lazy', 'twin'));
  });

  it('hashes a default and the same value written alike', () => {
    expect(idsOf(exampleWith('batchSize: 8', 'batchSize: 8, epochs: 1'))).toEqual(idsOf(example));
  });

  it('hashes other experiments of the same cell alike, and other tasks differently', () => {
    expect(idsOf(exampleWith('experiment: quick', 'experiment: other'))).toEqual(idsOf(example));
    const [cell] = read(example).cells;
    expect(runsOf(cell!, 1, { ...facts, dataHash: 'e' })[0]?.runId).not.toBe(runsOf(cell!, 1, facts)[0]?.runId);
  });

  it('keeps the ids of runs that were there when a seed or an arm is added', () => {
    const more = exampleWith('[1, 2, 3]', '[1, 2, 3, 4]').replace('arms:\n', 'arms:\n  new: { method: static }\n');
    expect(idsOf(more)).toEqual(expect.arrayContaining(idsOf(example)));
  });

  it.each<[string, string, string]>([
    ['a number', 'arms.ace-lazy.refine.threshold: [0.8]', 'office.ace-lazy.threshold-0.8.s1'],
    ['a tiny number', 'arms.ace-lazy.refine.threshold: [1.0e-7]', 'office.ace-lazy.threshold-1e-7.s1'],
    ['a word', 'arms.ace-lazy.refine.mode: [proactive]', 'office.ace-lazy.mode-proactive.s1'],
    ['a list', 'arms.ace-lazy.refine.guards: [[numbers, negation]]', 'office.ace-lazy.guards-numbers-negation.s1'],
    ['an empty list', 'arms.ace-lazy.refine.guards: [[]]', 'office.ace-lazy.guards-none.s1'],
    ['text with capitals and signs', 'arms.ace-lazy.note: ["A b/../c"]', 'office.ace-lazy.note-a-b-..-c.s1'],
    ['text without letters', 'arms.ace-lazy.note: ["//"]', 'office.ace-lazy.note-empty.s1'],
    [
      'several axes in order',
      'protocol.batchSize: [4]\n  budgetTokens: [9]',
      'office.ace-lazy.batch-size-4.budget-tokens-9.s1',
    ],
  ])('names a matrix point after its keys and values: %s', (_, matrix, start) => {
    const [run] = specsOf(`${example}matrix:\n  ${matrix}\n`, 'ace-lazy');
    expect(run?.runId.slice(0, -9)).toBe(start);
  });

  it('gives ids that are unique, short and in the alphabet, whatever the axes hold', () => {
    const notes = fc.uniqueArray(fc.string({ minLength: 2, maxLength: 300, unit: 'binary' }), {
      minLength: 1,
      maxLength: 5,
    });
    const seeds = fc.uniqueArray(
      fc.maxSafeInteger().map((n) => n || 0),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(notes, seeds, fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,39}$/), (texts, numbers, arm) => {
        const config = { ...read(example).config, seeds: numbers };
        const arms = { ...config.arms, [arm]: { method: 'aced' } };
        const matrix = {
          [`arms.${arm}.note`]: texts,
          'model.replyNoise': [0.1, 0.2],
          evictTo: [0.1, 1],
          'protocol.feedback': ['correctness', 'checks'],
          'decoding.maxTokens': [1, 123456789],
        };
        const ids = idsOf(JSON.stringify({ ...config, arms, matrix }));
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) {
          expect(id).toMatch(/^[a-z0-9.-]+$/);
          expect(id.length).toBeLessThanOrEqual(150);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('keeps points apart that resolve to one spec and differ behind the cut of a long id', () => {
    const cell = read(example).cells[0]!;
    const long = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`x.axis-number-${i}`, 'value'.repeat(3)]));
    const ids = ['a', 'b'].map((last) => runsOf({ ...cell, axes: { ...long, last } }, 1, facts)[0]!.runId);
    expect(ids[0]).not.toBe(ids[1]);
    expect(ids[0]!.length).toBeLessThanOrEqual(150);
  });
});
