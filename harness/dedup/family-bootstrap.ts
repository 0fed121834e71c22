import type { Rng } from '../core/rng.ts';

/** How often each family was drawn, by its number. */
export type FamilyWeights = ArrayLike<number>;
/** Any number of figures from the families drawn; NaN where one is undefined (a share of nothing). */
export type FamilyStatistic = (weights: FamilyWeights) => Float64Array;
/** A figure and its interval; null where it is undefined. */
export type Estimate = { readonly value: number | null; readonly low: number | null; readonly high: number | null };

export type BootstrapOptions = { readonly rng: Rng; readonly resamples: number; readonly level: number };

/**
 * Percentile bootstrap over families (Efron & Tibshirani 1993, ch. 13): families are drawn with replacement, whole, since their pairs share
 * texts. An interval is of the resamples that define the figure; a single family has none. One stream of draws serves all figures, so figures
 * that rise together keep doing so.
 */
export function familyBootstrap(
  families: number,
  statistic: FamilyStatistic,
  { rng, resamples, level }: BootstrapOptions,
): readonly Estimate[] {
  const values = statistic(new Uint32Array(families).fill(1));
  const drawn = values.length === 0 || families < 2 ? [] : draws(families, statistic, { rng, resamples });
  return Array.from(values, (value, index) => {
    if (Number.isNaN(value)) return { value: null, low: null, high: null };
    const sorted = definedInOrder(drawn, index);
    const tail = (1 - level) / 2;
    return { value, low: quantile(sorted, tail), high: quantile(sorted, 1 - tail) };
  });
}

function draws(
  families: number,
  statistic: FamilyStatistic,
  { rng, resamples }: Omit<BootstrapOptions, 'level'>,
): readonly Float64Array[] {
  const stream = rng.fork('bootstrap');
  return Array.from({ length: resamples }, () => {
    const weights = new Uint32Array(families);
    for (let draw = 0; draw < families; draw++) weights[stream.int(families)]!++;
    return statistic(weights);
  });
}

function definedInOrder(drawn: readonly Float64Array[], index: number): Float64Array {
  const sorted = new Float64Array(drawn.length);
  drawn.forEach((draw, place) => {
    sorted[place] = draw[index]!;
  });
  // Typed arrays sort by value, NaN last.
  sorted.sort();
  const undefinedFrom = sorted.findIndex(Number.isNaN);
  return undefinedFrom < 0 ? sorted : sorted.subarray(0, undefinedFrom);
}

/** Between the two nearest values, linearly (type 7 of Hyndman & Fan 1996); null of nothing. */
function quantile(sorted: Float64Array, share: number): number | null {
  if (sorted.length === 0) return null;
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.ceil(place)]!;
  return below + (above - below) * (place - Math.floor(place));
}
