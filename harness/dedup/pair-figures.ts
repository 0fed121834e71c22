import type { FamilyStatistic } from './family-bootstrap.ts';
import type { JudgedPair } from './judge-pairs.ts';
import { type LabelledPair, type PairClass, pairClasses, pairClassNames } from './labelled-pair.ts';

/** The grid: 0.30, 0.31 … 0.99. */
export const thresholds: readonly number[] = Array.from({ length: 70 }, (_, index) => (30 + index) / 100);

/** Duplicates are told from these: from all but `across` pairs, or from one class. */
export const aucRivals = ['all', 'contradiction', 'across', 'related'] as const;
export type AucRival = (typeof aucRivals)[number];

type CurveName = 'precision' | 'f1' | PairClass;
const curveNames: readonly CurveName[] = ['precision', 'f1', ...pairClassNames];
// Along the curves, then one by one.
const singles = [
  ...aucRivals.map((rival) => `auc ${rival}`),
  ...pairClassNames.map((name) => `vetoed ${name}`),
  ...pairClassNames.map((name) => `cosine ${name}`),
];

/** Where a figure stands among those that `pairFigures` computes. A class along the curve is the share of its pairs that merge. */
export const figureAt = {
  curve: (name: CurveName, threshold: number) => curveNames.indexOf(name) * thresholds.length + threshold,
  auc: (rival: AucRival) => singleAt(`auc ${rival}`),
  vetoed: (name: PairClass) => singleAt(`vetoed ${name}`),
  cosine: (name: PairClass) => singleAt(`cosine ${name}`),
};

function singleAt(name: string): number {
  return curveNames.length * thresholds.length + singles.indexOf(name);
}

/**
 * All figures of "merge iff cosine > threshold and none of the guards vetoes", as a function of how often each family counts (numbered as
 * `families` lists them). Sorted once; each call is one walk over the pairs. A pair across two families counts with the first one.
 */
export function pairFigures(
  pairs: readonly JudgedPair[],
  guards: readonly string[],
  families: readonly string[],
): FamilyStatistic {
  const kinds = kindsOf(pairs);
  const rows = rowsOf(pairs, guards, families, kinds);
  return (weights) => figuresOf(tally(rows, kinds, weights), kinds);
}

type Kind = { readonly key: string; readonly classes: readonly PairClass[]; readonly isRival: boolean };

/** Pairs of one label and origin are in the same classes, so sums are kept by kind and added up at the end. */
function kindsOf(pairs: readonly LabelledPair[]): readonly Kind[] {
  const firsts = new Map(pairs.map((pair) => [kindKey(pair), pair]));
  return [...firsts].map(([key, pair]) => {
    const classes = pairClassNames.filter((name) => pairClasses[name](pair));
    return { key, classes, isRival: !classes.includes('duplicate') && !classes.includes('across') };
  });
}

function kindKey({ label, origin }: LabelledPair): string {
  return `${label} ${origin}`;
}

type Rows = {
  readonly scores: Float64Array;
  readonly cosines: Float64Array;
  readonly families: Uint32Array;
  readonly kinds: Uint8Array;
  /** How many thresholds of the grid a pair exceeds. */
  readonly exceeded: Uint8Array;
};

// Below every cosine: a vetoed pair is what a ranking puts last.
const vetoedScore = -2;

function rowsOf(
  pairs: readonly JudgedPair[],
  guards: readonly string[],
  families: readonly string[],
  kinds: readonly Kind[],
): Rows {
  const numberOf = new Map(families.map((family, index) => [family, index]));
  const kindOf = new Map(kinds.map(({ key }, index) => [key, index]));
  const scored = pairs
    .map((pair) => ({ pair, score: pair.vetoedBy.some((name) => guards.includes(name)) ? vetoedScore : pair.cosine }))
    .sort((a, b) => a.score - b.score);
  return {
    scores: Float64Array.from(scored, ({ score }) => score),
    cosines: Float64Array.from(scored, ({ pair }) => pair.cosine),
    families: Uint32Array.from(scored, ({ pair }) => numberOf.get(pair.family)!),
    kinds: Uint8Array.from(scored, ({ pair }) => kindOf.get(kindKey(pair))!),
    exceeded: Uint8Array.from(scored, ({ score }) => thresholds.filter((threshold) => score > threshold).length),
  };
}

type Tally = {
  /** By kind: pairs, vetoed pairs, the sum of cosines, and duplicates that score below a pair (ties half). */
  readonly pairs: Float64Array;
  readonly vetoed: Float64Array;
  readonly cosines: Float64Array;
  readonly duplicatesBelow: Float64Array;
  /** By kind and number of thresholds exceeded. */
  readonly exceeding: Float64Array;
};

const bins = thresholds.length + 1;

function tally(rows: Rows, kinds: readonly Kind[], weights: ArrayLike<number>): Tally {
  const pairs = new Float64Array(kinds.length);
  const vetoed = new Float64Array(kinds.length);
  const cosines = new Float64Array(kinds.length);
  const duplicatesBelow = new Float64Array(kinds.length);
  const exceeding = new Float64Array(kinds.length * bins);
  const isDuplicate = kinds.map(({ classes }) => classes.includes('duplicate'));
  let duplicates = 0;
  for (let start = 0, end = 0; start < rows.scores.length; start = end) {
    let tied = 0;
    for (; end < rows.scores.length && rows.scores[end] === rows.scores[start]; end++) {
      if (isDuplicate[rows.kinds[end]!]) tied += weights[rows.families[end]!]!;
    }
    for (let row = start; row < end; row++) {
      const weight = weights[rows.families[row]!]!;
      const kind = rows.kinds[row]!;
      pairs[kind]! += weight;
      if (rows.scores[row] === vetoedScore) vetoed[kind]! += weight;
      cosines[kind]! += weight * rows.cosines[row]!;
      duplicatesBelow[kind]! += weight * (duplicates + tied / 2);
      exceeding[kind * bins + rows.exceeded[row]!]! += weight;
    }
    duplicates += tied;
  }
  return { pairs, vetoed, cosines, duplicatesBelow, exceeding };
}

function figuresOf(sums: Tally, kinds: readonly Kind[]): Float64Array {
  const kindsIn = (name: PairClass) => indicesWhere(kinds, ({ classes }) => classes.includes(name));
  const total = (values: Float64Array, indices: readonly number[]) =>
    indices.reduce((sum, index) => sum + values[index]!, 0);
  const rivals = indicesWhere(kinds, ({ isRival }) => isRival);
  const duplicateKinds = kindsIn('duplicate');
  const duplicates = total(sums.pairs, duplicateKinds);
  const figures = new Float64Array(curveNames.length * thresholds.length + singles.length);

  for (const rival of aucRivals) {
    const indices = rival === 'all' ? rivals : kindsIn(rival);
    const contests = duplicates * total(sums.pairs, indices);
    figures[figureAt.auc(rival)] = 1 - total(sums.duplicatesBelow, indices) / contests;
  }
  for (const name of pairClassNames) {
    const indices = kindsIn(name);
    const pairs = total(sums.pairs, indices);
    figures[figureAt.vetoed(name)] = total(sums.vetoed, indices) / pairs;
    figures[figureAt.cosine(name)] = total(sums.cosines, indices) / pairs;
    mergedByThreshold(sums, indices).forEach((merged, threshold) => {
      figures[figureAt.curve(name, threshold)] = merged / pairs;
    });
  }
  const wrong = mergedByThreshold(sums, rivals);
  mergedByThreshold(sums, duplicateKinds).forEach((right, threshold) => {
    figures[figureAt.curve('precision', threshold)] = right / (right + wrong[threshold]!);
    figures[figureAt.curve('f1', threshold)] = (2 * right) / (right + wrong[threshold]! + duplicates);
  });
  return figures;
}

/** How many pairs of some kinds exceed each threshold. */
function mergedByThreshold({ exceeding }: Tally, kinds: readonly number[]): Float64Array {
  const merged = new Float64Array(thresholds.length);
  let sum = 0;
  for (let threshold = thresholds.length - 1; threshold >= 0; threshold--) {
    for (const kind of kinds) sum += exceeding[kind * bins + threshold + 1]!;
    merged[threshold] = sum;
  }
  return merged;
}

function indicesWhere<T>(items: readonly T[], holds: (item: T) => boolean): readonly number[] {
  return [...items.keys()].filter((index) => holds(items[index]!));
}
