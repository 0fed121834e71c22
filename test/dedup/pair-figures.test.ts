import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JudgedPair } from '../../harness/dedup/judge-pairs.ts';
import { aucRivals, figureAt, pairFigures, thresholds } from '../../harness/dedup/pair-figures.ts';
import { pairClasses, pairClassNames } from '../../harness/dedup/labelled-pair.ts';
import { origins, pair } from './pair.ts';

const index = (threshold: number) => thresholds.indexOf(threshold);

function figures(pairs: readonly JudgedPair[], guards: readonly string[] = [], weights?: readonly number[]) {
  const families = [...new Set(pairs.map(({ family }) => family))];
  return pairFigures(pairs, guards, families)(weights ?? families.map(() => 1));
}

const example = [
  pair('rule-paraphrase', 0.9),
  pair('paraphrases', 0.7),
  pair('paraphrases', 0.5),
  pair('minimal', 0.9),
  pair('reworded', 0.6),
  pair('across', 0.99),
  pair('related', 0.5),
  pair('unrelated', 0.1),
];

test('thresholds are 0.30, 0.31 … 0.99, exactly as written', () => {
  expect(thresholds).toHaveLength(70);
  expect(thresholds.map((threshold) => threshold.toFixed(2)).map(Number)).toEqual(thresholds);
  expect([thresholds[0], thresholds.at(-1)]).toEqual([0.3, 0.99]);
});

test('pairFigures() ranks a tiny example as counted by hand, ties half', () => {
  const found = figures(example);
  // Of duplicate 0.9: against 0.9 half, against 0.6 whole; of 0.7: against 0.6; of 0.5: nothing.
  expect(found[figureAt.auc('contradiction')]).toBeCloseTo(2.5 / 6, 12);
  expect(found[figureAt.auc('related')]).toBeCloseTo(2.5 / 3, 12);
  // 3.5 + 3 + 1.5 of 3 x 4: pairs across families of wordings do not count here.
  expect(found[figureAt.auc('all')]).toBeCloseTo(8 / 12, 12);
  expect(found[figureAt.auc('across')]).toBe(0);
});

test('pairFigures() merges strictly above a threshold', () => {
  const found = figures(example);
  const at = (name: Parameters<typeof figureAt.curve>[0], threshold: number) =>
    found[figureAt.curve(name, index(threshold))];
  expect(at('reworded', 0.59)).toBe(1);
  expect(at('reworded', 0.6)).toBe(0);
  expect(at('duplicate', 0.6)).toBeCloseTo(2 / 3, 12);
  expect(at('contradiction', 0.6)).toBe(0.5);
  expect(at('minimal', 0.6)).toBe(1);
  expect(at('precision', 0.6)).toBeCloseTo(2 / 3, 12);
  expect(at('f1', 0.6)).toBeCloseTo(4 / 6, 12);
  expect(at('precision', 0.9)).toBeNaN();
  expect(at('f1', 0.9)).toBe(0);
});

test('pairFigures() merges nothing that a guard of the set vetoes, and ranks it last', () => {
  const pairs = [
    pair('rule-paraphrase', 0.9, { vetoedBy: ['strict'] }),
    pair('paraphrases', 0.8),
    pair('minimal', 0.95, { vetoedBy: ['strict', 'other'] }),
    pair('related', 0.4),
  ];
  const guarded = figures(pairs, ['strict']);
  expect(guarded[figureAt.vetoed('duplicate')]).toBe(0.5);
  expect(guarded[figureAt.vetoed('minimal')]).toBe(1);
  expect(guarded[figureAt.curve('duplicate', index(0.3))]).toBe(0.5);
  expect(guarded[figureAt.curve('minimal', index(0.3))]).toBe(0);
  // The vetoed duplicate ties with the vetoed contradiction, and stands below the related pair.
  expect(guarded[figureAt.auc('contradiction')]).toBe(0.75);
  expect(guarded[figureAt.auc('related')]).toBe(0.5);
  expect(guarded[figureAt.cosine('minimal')]).toBeCloseTo(0.95, 12);
  const bare = figures(pairs);
  expect(bare[figureAt.vetoed('minimal')]).toBe(0);
  expect(bare[figureAt.curve('minimal', index(0.9))]).toBe(1);
});

test('pairFigures() leaves what no pair tells undefined', () => {
  const found = figures([pair('rule-paraphrase', 0.8)]);
  expect(found[figureAt.auc('all')]).toBeNaN();
  expect(found[figureAt.cosine('related')]).toBeNaN();
  expect(found[figureAt.curve('contradiction', 0)]).toBeNaN();
  expect(found[figureAt.curve('precision', 0)]).toBe(1);
});

const anyPair = fc
  .record({
    origin: fc.constantFrom(...origins),
    // Few values, some on the grid: ties and pairs exactly at a threshold.
    cosine: fc.constantFrom(-0.2, 0.3, 0.305, 0.7, 0.71, 0.85, 0.99, 1),
    family: fc.constantFrom('f', 'g', 'h'),
    vetoedBy: fc.subarray(['x', 'y']),
  })
  .map(({ origin, cosine, family, vetoedBy }) => pair(origin, cosine, { family, vetoedBy }));

test('pairFigures() gives what brute force over all pairs, repeated by their weights, gives', () => {
  const weights = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3));
  fc.assert(
    fc.property(fc.array(anyPair, { maxLength: 25 }), weights, fc.subarray(['x', 'y']), (pairs, drawn, guards) => {
      const families = ['f', 'g', 'h'];
      const found = pairFigures(pairs, guards, families)(drawn);
      const repeated = pairs.flatMap((item) => new Array<JudgedPair>(drawn[families.indexOf(item.family)]!).fill(item));
      const score = ({ cosine, vetoedBy }: JudgedPair) =>
        vetoedBy.some((name) => guards.includes(name)) ? Number.NEGATIVE_INFINITY : cosine;
      const duplicates = repeated.filter(pairClasses.duplicate);
      const rivalsOf = {
        all: repeated.filter((item) => !pairClasses.duplicate(item) && !pairClasses.across(item)),
        contradiction: repeated.filter(pairClasses.contradiction),
        across: repeated.filter(pairClasses.across),
        related: repeated.filter(pairClasses.related),
      };
      for (const rival of aucRivals) {
        const wins = duplicates.flatMap((duplicate) =>
          rivalsOf[rival].map((other) => 0.5 + 0.5 * Math.sign(score(duplicate) - score(other) || 0)),
        );
        expect(rounded(found[figureAt.auc(rival)]!)).toBe(rounded(meanOf(wins)));
      }
      for (const [at, threshold] of thresholds.entries()) {
        const merged = (items: readonly JudgedPair[]) => items.filter((item) => score(item) > threshold).length;
        for (const name of pairClassNames) {
          const items = repeated.filter(pairClasses[name]);
          expect(rounded(found[figureAt.curve(name, at)]!)).toBe(rounded(merged(items) / items.length));
        }
        const right = merged(duplicates);
        const wrong = merged(rivalsOf.all);
        const precision = right / (right + wrong);
        const recall = right / duplicates.length;
        expect(rounded(found[figureAt.curve('precision', at)]!)).toBe(rounded(precision));
        if (right > 0)
          expect(found[figureAt.curve('f1', at)]).toBeCloseTo((2 * precision * recall) / (precision + recall), 10);
      }
    }),
    { numRuns: 60 },
  );
});

/** Equal up to rounding, and undefined where the other is. */
function rounded(value: number): number {
  return Math.round(value * 1e10) / 1e10;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
