import { type FailedRole, isInfraFailure } from '../core/failure.ts';
import { addReadings, type ReadingCounts } from '../core/readings.ts';
import type { EmbeddingUse, TrialRecord } from '../core/records.ts';
import { type CheckKind, checkKinds } from '../core/suite.ts';
import { addUsage, noUsage, type RoleUsage, usageOf } from '../core/usage.ts';
import { type Interval, clusterMean } from '../stats/mean-intervals.ts';
import { wilson } from '../stats/share-intervals.ts';
import { addEmbedding } from './round-sum.ts';

/** Trials of one row, folded: its size grows with the scenarios, never with the trials. Changed in place by `addTrial`. */
export type TrialTally = {
  n: number;
  correct: number;
  failedModel: number;
  failedInfra: number;
  /** Attempts that failed by the model, by who failed them. */
  readonly failedBy: { [role in FailedRole]?: number };
  /** What had to be done to read the replies of all roles. */
  readings: ReadingCounts;
  /** Every score so far was 0 or 1. */
  binary: boolean;
  generator: RoleUsage;
  /** What judging took; null where no model was asked. */
  judge: RoleUsage | null;
  /** What rendering the context for single tasks embedded and compared; null where nothing was. */
  inference: EmbeddingUse | null;
  /** Tokens that contexts had for single tasks, over all attempts. */
  perTaskTokens: number;
  /** Null where no sandbox ran. */
  sandboxMs: number | null;
  /** Checks passed and in all, by what of them was met in training. */
  readonly kinds: Map<CheckKind, { passed: number; total: number }>;
  readonly scenarios: Map<string, { sum: number; n: number; correct: number }>;
};

/** Scores of the trials of one row: `n` counts failures too, shares are 0..1. */
export type TallyScore = Interval & {
  readonly correct: number;
  readonly failedModel: number;
  readonly failedInfra: number;
  readonly tgc: number | null;
  readonly sgc: number | null;
};

export function startTally(): TrialTally {
  return {
    ...{
      n: 0,
      correct: 0,
      failedModel: 0,
      failedInfra: 0,
      failedBy: {},
      readings: {},
      binary: true,
      generator: noUsage,
      judge: null,
    },
    ...{ inference: null, perTaskTokens: 0, sandboxMs: null, kinds: new Map(), scenarios: new Map() },
  };
}

/** Folds a trial into the tally. A failed trial counts in n and scores 0, whatever its record says. */
export function addTrial(tally: TrialTally, trial: TrialRecord): void {
  const [passed, total] = trial.checks;
  const score = trial.failure === null ? trial.score : 0;
  // Nothing checked is nothing passed: 0 of 0 is not correct.
  const correct = trial.failure === null && total > 0 && passed === total ? 1 : 0;
  tally.n += 1;
  tally.correct += correct;
  if (trial.failure !== null) {
    if (isInfraFailure(trial.failure.kind)) tally.failedInfra += 1;
    else {
      const { role } = trial.failure;
      tally.failedModel += 1;
      tally.failedBy[role] = (tally.failedBy[role] ?? 0) + 1;
    }
  }
  if (score !== 0 && score !== 1) tally.binary = false;
  tally.generator = addUsage(tally.generator, usageOf(trial.usage, ['generator']));
  if (trial.gradeUsage !== null) tally.judge = addUsage(tally.judge ?? noUsage, usageOf(trial.gradeUsage, ['judge']));
  tally.readings = Object.values(trial.readings).reduce(addReadings, tally.readings);
  tally.inference = addEmbedding(tally.inference, trial.inference);
  tally.perTaskTokens += trial.perTaskTokens;
  for (const kind of checkKinds) {
    const [passed, total] = trial.checksByKind?.[kind] ?? [0, 0];
    const sum = tally.kinds.get(kind) ?? { passed: 0, total: 0 };
    tally.kinds.set(kind, {
      passed: sum.passed + (trial.failure === null ? passed : 0),
      total: sum.total + total,
    });
  }
  const scenario = tally.scenarios.get(trial.scenario);
  if (scenario === undefined) tally.scenarios.set(trial.scenario, { sum: score, n: 1, correct });
  else {
    scenario.sum += score;
    scenario.n += 1;
    scenario.correct += correct;
  }
}

/**
 * The score of a row: mean over all n, with an interval that is Wilson's where every scenario has one task and every score is 0 or 1, else
 * cluster-robust by scenario, and blank where scenarios do not differ at all.
 */
export function tallyScore(tally: TrialTally): TallyScore {
  const scenarios = [...tally.scenarios.values()];
  const { correct, failedModel, failedInfra, n } = tally;
  const solved = scenarios.filter((scenario) => scenario.correct === scenario.n).length;
  return {
    ...scoreInterval(tally, scenarios),
    ...{ n, correct, failedModel, failedInfra },
    tgc: n === 0 ? null : correct / n,
    sgc: scenarios.length === 0 ? null : solved / scenarios.length,
  };
}

function scoreInterval(tally: TrialTally, scenarios: readonly { sum: number; n: number }[]): Interval {
  if (tally.binary && tally.n > 0 && scenarios.length === tally.n)
    return wilson(
      scenarios.reduce((sum, scenario) => sum + scenario.sum, 0),
      tally.n,
    );
  const interval = clusterMean(scenarios);
  if (interval.low === null || interval.high === null) return interval;
  // Scenarios without any spread would give an interval without width: certainty that a handful of them cannot give.
  if (interval.low === interval.high) return { ...interval, low: null, high: null };
  return { ...interval, low: Math.max(0, interval.low), high: Math.min(1, interval.high) };
}
