import { expect, test } from 'vitest';
import { evaluateDedup, guardSets } from '../../harness/dedup/evaluate-dedup.ts';
import type { JudgedPair } from '../../harness/dedup/judge-pairs.ts';
import { pair } from './pair.ts';

const guards = { digits: () => false, words: () => false };

/** Families of one duplicate and one contradiction that stands nearer than it, vetoed by `digits`, and by `words` in every second family. */
function families(count: number): readonly JudgedPair[] {
  return Array.from({ length: count }, (_, index) => [
    pair('rule-paraphrase', 0.7, { family: `f${index}` }),
    pair('minimal', 0.9, { family: `f${index}`, vetoedBy: index % 2 === 0 ? ['digits', 'words'] : ['digits'] }),
    pair('across', 0.8, { family: `f${index}` }),
  ]).flat();
}

function evaluate(pairs: readonly JudgedPair[], ceiling = 0.01, seed = 1) {
  const sets = guardSets(guards);
  return evaluateDedup(pairs, { embedder: 'e/1', source: 'a test', sets, ceiling, resamples: 200, seed });
}

test('guardSets() is none, each guard alone and all', () => {
  expect(guardSets(guards)).toEqual([
    { name: 'none', guards: [] },
    { name: 'digits', guards: ['digits'] },
    { name: 'words', guards: ['words'] },
    { name: 'all', guards: ['digits', 'words'] },
  ]);
  expect(guardSets({ digits: guards.digits }).map(({ name }) => name)).toEqual(['none', 'digits']);
  expect(guardSets({}).map(({ name }) => name)).toEqual(['none']);
});

test('evaluateDedup() recommends no threshold where contradictions stand nearer than duplicates, and a low one where guards veto them', () => {
  const { sets, embedder } = evaluate(families(400));
  expect(embedder).toBe('e/1');
  const recommended = Object.fromEntries(sets.map((set) => [set.name, set.recommended]));
  // Above 0.9 nothing merges, neither contradictions nor duplicates.
  expect(recommended.none).toMatchObject({ kind: 'threshold', threshold: 0.9 });
  expect(recommended.words).toMatchObject({ kind: 'threshold', threshold: 0.9 });
  expect(recommended.digits).toMatchObject({ kind: 'threshold', threshold: 0.3 });
  expect(recommended.all).toMatchObject({ kind: 'threshold', threshold: 0.3 });
  const at = (name: string, threshold: number) =>
    sets.find((set) => set.name === name)!.curve.find((point) => point.threshold === threshold)!.merged;
  expect(at('none', 0.6).contradiction.value).toBe(1);
  expect(at('words', 0.6).contradiction.value).toBe(0.5);
  expect(at('all', 0.6).contradiction.value).toBe(0);
  expect(at('all', 0.6).duplicate.value).toBe(1);
  // Vetoes were given to the rule's own pairs alone.
  expect(at('all', 0.6).across.value).toBe(1);
});

test('evaluateDedup() trusts no false merge of few families no further than their number goes', () => {
  const { sets } = evaluate(families(100));
  const least = 1 - 0.025 ** (1 / 100);
  expect(sets.at(-1)!.curve[0]!.bound).toBeCloseTo(least, 12);
  expect(sets.at(-1)!.recommended).toEqual({ kind: 'none', lowestBound: least, at: 0.99, least });
  expect(evaluate(families(100), 0.04).sets.at(-1)!.recommended).toMatchObject({ kind: 'threshold', threshold: 0.3 });
});

test('evaluateDedup() counts families with contradictions alone when it bounds them', () => {
  const others = Array.from({ length: 300 }, (_, index) => pair('related', 0.5, { family: `other ${index}` }));
  const report = evaluate([...families(100), ...others]);
  expect(report.families).toBe(400);
  expect(report.sets.at(-1)!.curve[0]!.bound).toBeCloseTo(1 - 0.025 ** (1 / 100), 12);
});

test('evaluateDedup() knows no threshold without contradictions', () => {
  const { sets, classes, cosines } = evaluate([pair('related', 0.4), pair('paraphrases', 0.9)]);
  expect(sets[0]!.recommended.kind).toBe('unknown');
  expect(sets[0]!.curve[0]!.bound).toBeNull();
  expect(classes).toMatchObject({ contradiction: 0, related: 1, duplicate: 1 });
  expect(cosines.contradiction.value).toBeNull();
  expect(cosines.related.value).toBe(0.4);
});

test('evaluateDedup() counts pairs by how they came about and by class', () => {
  const { pairs, classes } = evaluate(families(3));
  expect(pairs).toEqual({ 'rule-paraphrase': 3, minimal: 3, across: 3 });
  expect(classes).toEqual({
    duplicate: 3,
    contradiction: 3,
    minimal: 3,
    reworded: 0,
    across: 3,
    related: 0,
    unrelated: 0,
  });
});

test('evaluateDedup() is fixed by its seed', () => {
  const uneven = Array.from({ length: 12 }, (_, index) => pair('minimal', 0.5 + index / 40, { family: `f${index}` }));
  expect(evaluate(uneven)).toEqual(evaluate(uneven));
  expect(evaluate(uneven, 0.01, 2).sets).not.toEqual(evaluate(uneven).sets);
});
