import { canonicalJson } from '../core/json.ts';
import { addReadings, type ReadingCounts } from '../core/readings.ts';
import { addedFailures, type FailureCount, worstFailure } from './failure-shares.ts';
import { groupBy } from './group-by.ts';
import type { RunInfo } from './run-info.ts';
import { type RunScores, runScores } from './run-scores.ts';
import type { RunRows } from './run-rows.ts';
import { type NamedFigure, type RunTotals, runTotals } from './run-totals.ts';

/** Runs of one suite, arm and matrix point, which differ in their seed and their data set only. */
export type CellRuns = {
  readonly key: string;
  /** Of the first run; the same for all but seeds, run id and status. */
  readonly info: RunInfo;
  readonly runs: readonly RunRows[];
  /** Totals of the complete runs. */
  readonly complete: readonly RunTotals[];
  /** Totals of all runs that have rows. */
  readonly all: readonly RunTotals[];
  /** What failed in all of them. */
  readonly failures: readonly FailureCount[];
  /** What had to be done to read the replies of all of them. */
  readonly readings: ReadingCounts;
  /** Test scores of the complete runs: with the final context, and with the best on val. */
  readonly scores: RunScores;
  readonly bestScores: RunScores;
};

/** Runs grouped into cells, in the order in which the runs name them. */
export function groupCells(runs: readonly RunRows[], figures?: readonly NamedFigure[]): readonly CellRuns[] {
  const totals = runTotals(runs, figures);
  const totalsOf = (members: readonly RunRows[]): readonly RunTotals[] =>
    members.flatMap(({ info }) => totals.get(info.runId) ?? []);
  const scoresOf = (members: readonly RunRows[], which: 'score' | 'best_score'): RunScores =>
    runScores(members.map(({ info }) => ({ ...info, score: totals.get(info.runId)?.[which] ?? null })));
  return [...groupBy(runs, ({ info }) => canonicalJson([info.suite, info.arm, info.axes]))].map(([key, members]) => {
    const complete = members.filter((run) => run.status === 'complete');
    return {
      key,
      info: members[0]!.info,
      runs: members,
      complete: totalsOf(complete),
      all: totalsOf(members),
      failures: addedFailures(totalsOf(members).map(({ failures }) => failures)),
      readings: totalsOf(members).reduce<ReadingCounts>((sum, { readings }) => addReadings(sum, readings), {}),
      scores: scoresOf(complete, 'score'),
      bestScores: scoresOf(complete, 'best_score'),
    };
  });
}

/**
 * The cell to compare with: of the suite's control arm (the first whose method is `static`, else the first), the one whose axes agree with this
 * cell's where both have them, and that has most of them. Null for cells of the control arm itself.
 */
export function controlOf(cells: readonly CellRuns[], { info }: CellRuns): CellRuns | null {
  const ofSuite = cells.filter((other) => other.info.suite === info.suite);
  const arm = (ofSuite.find((other) => other.info.method === 'static') ?? ofSuite[0])?.info.arm;
  if (arm === info.arm) return null;
  const candidates = ofSuite.filter((other) => other.info.arm === arm && axesAgree(other.info, info));
  const distance = (other: CellRuns): number => {
    const shared = Object.keys(other.info.axes).filter((path) => Object.hasOwn(info.axes, path)).length;
    return Object.keys(info.axes).length + Object.keys(other.info.axes).length - 2 * shared;
  };
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** What failed in too large a share for a verdict on the cell; null where nothing did. */
export function tooOften({ failures, info }: Pick<CellRuns, 'failures' | 'info'>): FailureCount | null {
  const worst = worstFailure(failures);
  return worst !== null && worst.failed > info.maxFailedShare * worst.of ? worst : null;
}

/** True where two runs have no axis at different values. */
export function axesAgree(a: RunInfo, b: RunInfo): boolean {
  return Object.entries(a.axes).every(([path, value]) => {
    const other = b.axes[path];
    return other === undefined || canonicalJson(other) === canonicalJson(value);
  });
}
