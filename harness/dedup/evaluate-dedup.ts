import { createRng } from '../core/rng.ts';
import { type Estimate, familyBootstrap } from './family-bootstrap.ts';
import type { Guards, JudgedPair } from './judge-pairs.ts';
import { type PairClass, pairClasses, pairClassNames, type PairOrigin } from './labelled-pair.ts';
import { type AucRival, aucRivals, figureAt, pairFigures, thresholds } from './pair-figures.ts';
import { type Recommendation, recommendThreshold, upperBound } from './recommend-threshold.ts';
import { confidenceLevel as level } from '../stats/confidence-level.ts';

/** Guards that are asked together, under one name. */
export type GuardSet = { readonly name: string; readonly guards: readonly string[] };

export type CurvePoint = {
  readonly threshold: number;
  readonly precision: Estimate;
  readonly f1: Estimate;
  /** Share of pairs that merge: of duplicates it is the recall, of any other class the rate of false merges. */
  readonly merged: { readonly [name in PairClass]: Estimate };
  /** Upper bound of the false merges of contradictions; null without contradictions. */
  readonly bound: number | null;
};

export type SetResult = {
  readonly name: string;
  readonly guards: readonly string[];
  readonly auc: { readonly [rival in AucRival]: Estimate };
  /** Share of pairs vetoed, whatever their cosine: of duplicates, wrongly. */
  readonly vetoed: { readonly [name in PairClass]: Estimate };
  readonly curve: readonly CurvePoint[];
  readonly recommended: Recommendation;
};

export type DedupReport = {
  /** What the thresholds belong to: they say nothing about another embedder. */
  readonly embedder: string;
  readonly source: string;
  readonly families: number;
  readonly pairs: { readonly [origin in PairOrigin]?: number };
  readonly classes: { readonly [name in PairClass]: number };
  readonly cosines: { readonly [name in PairClass]: Estimate };
  readonly sets: readonly SetResult[];
  readonly ceiling: number;
  readonly level: number;
  readonly resamples: number;
  readonly seed: number;
};

export type DedupQuestion = {
  readonly embedder: string;
  readonly source: string;
  readonly sets: readonly GuardSet[];
  /** Largest share of contradictions that may merge. */
  readonly ceiling: number;
  readonly resamples: number;
  readonly seed: number;
};

/** No guard, each one alone, and all of them. */
export function guardSets(guards: Guards): readonly GuardSet[] {
  const names = Object.keys(guards);
  const all = names.length > 1 ? [{ name: 'all', guards: names }] : [];
  return [{ name: 'none', guards: [] }, ...names.map((name) => ({ name, guards: [name] })), ...all];
}

/** How well "cosine > threshold and no veto" tells duplicates from what must not be merged, for each set of guards. */
export function evaluateDedup(pairs: readonly JudgedPair[], question: DedupQuestion): DedupReport {
  const { sets, seed, ...asked } = question;
  const families = [...new Set(pairs.map(({ family }) => family))];
  const withContradictions = new Set(pairs.filter(pairClasses.contradiction).map(({ family }) => family)).size;
  const figures = sets.map((set) =>
    familyBootstrap(families.length, pairFigures(pairs, set.guards, families), {
      // The same draws for each set of guards, so that sets differ by their guards alone.
      rng: createRng(seed),
      resamples: question.resamples,
      level,
    }),
  );
  return {
    ...asked,
    families: families.length,
    pairs: countBy(pairs, ({ origin }) => origin),
    classes: perClass((name) => pairs.filter(pairClasses[name]).length),
    cosines: perClass((name) => figures[0]![figureAt.cosine(name)]!),
    sets: sets.map((set, index) => setResult(set, figures[index]!, withContradictions, question.ceiling)),
    level,
    seed,
  };
}

function setResult(
  { name, guards }: GuardSet,
  figures: readonly Estimate[],
  families: number,
  ceiling: number,
): SetResult {
  const curve = thresholds.map((threshold, index): CurvePoint => {
    const at = (curveName: Parameters<typeof figureAt.curve>[0]) => figures[figureAt.curve(curveName, index)]!;
    const merged = perClass(at);
    const bound = families === 0 ? null : upperBound(merged.contradiction, families, level);
    return { threshold, precision: at('precision'), f1: at('f1'), merged, bound };
  });
  return {
    name,
    guards,
    auc: Object.fromEntries(aucRivals.map((rival) => [rival, figures[figureAt.auc(rival)]!])) as SetResult['auc'],
    vetoed: perClass((className) => figures[figureAt.vetoed(className)]!),
    curve,
    recommended: recommendThreshold(curve, { ceiling, families, level }),
  };
}

function perClass<T>(of: (name: PairClass) => T): { readonly [name in PairClass]: T } {
  return Object.fromEntries(pairClassNames.map((name) => [name, of(name)])) as { [name in PairClass]: T };
}

function countBy<T, K extends string>(items: readonly T[], keyOf: (item: T) => K): { readonly [key in K]?: number } {
  const counts: { [key in K]?: number } = {};
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1;
  return counts;
}
