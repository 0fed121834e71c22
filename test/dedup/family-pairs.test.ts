import { expect, test } from 'vitest';
import type { Family } from '../../benchmarks/dedup/load-families.ts';
import { createRng } from '../../harness/core/rng.ts';
import { familyPairs } from '../../harness/dedup/family-pairs.ts';
import type { PairOrigin } from '../../harness/dedup/labelled-pair.ts';

function family(id: string, paraphrases = 2): Family {
  const texts = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${id} ${name} ${index}`);
  return {
    id,
    domain: 'apps',
    rule: `${id} rule`,
    paraphrases: texts('paraphrase', paraphrases),
    contradictions: texts('minimal', 3),
    reworded_contradictions: texts('reworded', 1),
    related: texts('related', 2),
  };
}
const families = (count: number) => Array.from({ length: count }, (_, index) => family(`f${index}`));

test('familyPairs() pairs a family where the label is certain, and there only', () => {
  const pairs = familyPairs([family('f')], createRng(1)).map(
    ({ a, b, label, origin }) => `${label} ${origin}: ${a} / ${b}`,
  );
  expect(pairs).toEqual([
    'duplicate rule-paraphrase: f rule / f paraphrase 0',
    'duplicate rule-paraphrase: f rule / f paraphrase 1',
    'duplicate paraphrases: f paraphrase 0 / f paraphrase 1',
    'contradiction minimal: f rule / f minimal 0',
    'contradiction minimal: f rule / f minimal 1',
    'contradiction minimal: f rule / f minimal 2',
    'contradiction reworded: f rule / f reworded 0',
    'contradiction across: f paraphrase 0 / f minimal 0',
    'contradiction across: f paraphrase 0 / f minimal 1',
    'contradiction across: f paraphrase 0 / f minimal 2',
    'contradiction across: f paraphrase 0 / f reworded 0',
    'contradiction across: f paraphrase 1 / f minimal 0',
    'contradiction across: f paraphrase 1 / f minimal 1',
    'contradiction across: f paraphrase 1 / f minimal 2',
    'contradiction across: f paraphrase 1 / f reworded 0',
    'related related: f rule / f related 0',
    'related related: f rule / f related 1',
  ]);
});

function unrelated(count: number, seed = 1) {
  return familyPairs(families(count), createRng(seed)).filter(
    ({ origin }) => origin === ('unrelated' satisfies PairOrigin),
  );
}

test('familyPairs() adds as many unrelated pairs of rules as there are duplicates, no pair twice', () => {
  const pairs = unrelated(20);
  expect(pairs).toHaveLength(60);
  expect(new Set(pairs.map(({ a, b }) => [a, b].sort().join()))).toHaveProperty('size', 60);
  expect(pairs.every(({ a, b, label }) => a !== b && label === 'unrelated')).toBe(true);
  const begun = families(20).map(({ id }) => pairs.filter((pair) => pair.family === id).length);
  expect(new Set(begun)).toEqual(new Set([3]));
});

test.each([
  [1, 0],
  [2, 1],
  [3, 3],
  [4, 6],
  [5, 10],
])('familyPairs() of %d families has all %d pairs of rules where duplicates are more', (count, expected) => {
  const pairs = unrelated(count);
  expect(pairs).toHaveLength(expected);
  expect(new Set(pairs.map(({ a, b }) => [a, b].sort().join()))).toHaveProperty('size', expected);
});

test('familyPairs() samples by the seed', () => {
  expect(unrelated(20, 1)).toEqual(unrelated(20, 1));
  expect(unrelated(20, 2)).not.toEqual(unrelated(20, 1));
});
