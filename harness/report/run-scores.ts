import { mean } from '../stats/descriptive.ts';
import { type Interval, meanInterval } from '../stats/mean-intervals.ts';
import { counted } from '../text/numbers.ts';

/**
 * Scores of runs by data set and seed. Runs on one data set share its tasks: what is said of other tasks than these rests on data sets, each
 * of which counts once, however many runs it has.
 */
export type RunScores = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** The scores of `runs`, those without one left out. */
export function runScores(
  runs: Iterable<{ readonly dataSeed: number; readonly seed: number; readonly score: number | null }>,
): RunScores {
  const scores = new Map<number, Map<number, number>>();
  for (const { dataSeed, seed, score } of runs) {
    if (score === null) continue;
    const ofData = scores.get(dataSeed) ?? new Map<number, number>();
    scores.set(dataSeed, ofData.set(seed, score));
  }
  return scores;
}

export function allScores(scores: RunScores): readonly number[] {
  return [...scores.values()].flatMap((ofData) => [...ofData.values()]);
}

/**
 * The mean of scores and its 95 % interval: over several data sets t over their means, with one degree of freedom less than there are; over one,
 * t over its runs, which speaks of these tasks alone. `n` counts what the interval is over.
 */
export function scoreInterval(scores: RunScores): Interval {
  return overData([...scores.values()].map((ofData) => [...ofData.values()]));
}

/** The mean of a - b over runs with the same tasks and seed, with an interval as `scoreInterval`'s. */
export function scoreDifference(a: RunScores, b: RunScores): Interval {
  const differences = [...a].map(([dataSeed, ofA]) => {
    const ofB = b.get(dataSeed);
    return [...ofA].flatMap(([seed, score]) => {
      const other = ofB?.get(seed);
      return other === undefined ? [] : [score - other];
    });
  });
  return overData(differences.filter((ofData) => ofData.length > 0));
}

function overData(groups: readonly (readonly number[])[]): Interval {
  return groups.length > 1 ? meanInterval(groups.map((values) => mean(values)!)) : meanInterval(groups.flat());
}

/** What intervals are over and speak of: `tasks fixed: t over 5 runs`, `over 5 data sets: t over their means, 4 degrees of freedom`. */
export function scopeText(dataSets: number, runs: number): string {
  return dataSets > 1
    ? `over ${counted(dataSets, 'data set')}: t over their means, ${counted(dataSets - 1, 'degree')} of freedom`
    : `tasks fixed: t over ${counted(runs, 'run')}, which says nothing of other tasks`;
}
