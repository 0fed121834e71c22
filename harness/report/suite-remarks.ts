import { cellLabel, labelOf } from './cell-label.ts';
import { type CellRuns, tooOften } from './cells.ts';
import { degenerateText, degenerateTo } from './degenerate.ts';
import { addedFailures, failureText } from './failure-shares.ts';
import { count, counted, wholePercent } from '../text/numbers.ts';
import { readingRemark } from './reading-remark.ts';
import type { SummaryRow } from './summary-columns.ts';

const fewRuns = 5;

/**
 * What must be said below a suite's tables: always how much failed, over all rows; where it holds, too few runs, unequal tasks, and lazy arms that
 * were not lazy, of the rows that are shown.
 */
export function suiteRemarks(
  rows: readonly SummaryRow[],
  all: readonly SummaryRow[],
  cells: readonly CellRuns[],
): readonly string[] {
  return [
    failures(all, cells),
    ...readingRemark(cells.map(({ info, readings }) => ({ label: labelOf(info), readings }))),
    ...cells.flatMap(noVerdict),
    ...tooFewRuns(rows),
    ...unequalTasks(rows),
    ...unequalFill(rows),
    ...degenerate(rows),
  ];
}

/** `failures: 0 of 12,000 attempts, 0 of 1,920 calls of the reflector; 0 of the infrastructure; 0 incomplete runs left out`. */
function failures(rows: readonly SummaryRow[], cells: readonly CellRuns[]): string {
  const sum = (column: 'failed_infra' | 'runs_incomplete'): number =>
    rows.reduce((total, row) => total + row[column], 0);
  const asked = addedFailures(cells.map((cell) => cell.failures)).filter(({ of }) => of > 0);
  const infra = `${count(sum('failed_infra'))} of the infrastructure`;
  const left = `${counted(sum('runs_incomplete'), 'incomplete run')} left out`;
  const parts = [asked.map((one) => failureText(one, count)).join(', '), infra, left].filter((part) => part !== '');
  const hurt = cells.flatMap((cell, index) => failuresOf(cell, rows[index]!));
  return `failures: ${parts.join('; ')}${hurt.length === 0 ? '' : ` (${hurt.join('; ')})`}`;
}

function failuresOf(cell: CellRuns, row: SummaryRow): readonly string[] {
  const parts = [
    ...cell.failures.filter(({ failed }) => failed > 0).map((one) => failureText(one, count)),
    ...(row.failed_infra === 0 ? [] : [`${count(row.failed_infra)} of the infrastructure`]),
    ...(row.runs_incomplete === 0 ? [] : [counted(row.runs_incomplete, 'incomplete run')]),
  ];
  return parts.length === 0 ? [] : [`${cellLabel(row)}: ${parts.join(', ')}`];
}

/** Why nothing is concluded from a cell, in one sentence; none where something may be. */
export function noVerdict(cell: CellRuns): readonly string[] {
  const worst = tooOften(cell);
  if (worst === null) return [];
  const limit = `${100 * cell.info.maxFailedShare} %`;
  return [
    `no verdict on ${labelOf(cell.info)}: ${failureText(worst, count)} failed, more than ${limit} (maxFailedShare)`,
  ];
}

function tooFewRuns(rows: readonly SummaryRow[]): readonly string[] {
  return ['runs', 'data sets'].flatMap((units) => {
    const few = rows.filter((row) => (row.data_sets > 1 ? 'data sets' : 'runs') === units && row.score_n < fewRuns);
    if (few.length === 0) return [];
    const counts = [...new Set(few.map((row) => row.score_n))].sort((a, b) => a - b).join(' or ');
    const which = few.length === rows.length ? 'all arms' : few.map(cellLabel).join(', ');
    return [`too few ${units}: ${which} (${counts}; under ${fewRuns}, an interval over ${units} says little)`];
  });
}

function unequalTasks(rows: readonly SummaryRow[]): readonly string[] {
  const sizes = rows.flatMap((row) =>
    row.test_n === null || row.test_n_max === null ? [] : [row.test_n, row.test_n_max],
  );
  const least = Math.min(...sizes);
  const most = Math.max(...sizes);
  return sizes.length === 0 || least === most
    ? []
    : [`unequal tasks: runs were tested on ${least} to ${most} tasks; their scores are not comparable`];
}

// In points of mean fill: room alone is worth several points of score.
const maxFillDifference = 0.05;

/** Arms that learn and had different room to show it. */
function unequalFill(rows: readonly SummaryRow[]): readonly string[] {
  const filled = rows
    .filter((row) => row.rounds > 0 && row.fill_mean !== null)
    .toSorted((a, b) => a.fill_mean! - b.fill_mean!);
  const [emptiest, fullest] = [filled[0], filled.at(-1)];
  if (emptiest === undefined || fullest!.fill_mean! - emptiest.fill_mean! <= maxFillDifference) return [];
  const fill = (row: SummaryRow): string => `${cellLabel(row)} ${wholePercent(row.fill_mean)} %`;
  return [
    `unequal room: mean fill of the budget from ${fill(emptiest)} to ${fill(fullest!)}; part of a difference in score may come from that alone`,
  ];
}

function degenerate(rows: readonly SummaryRow[]): readonly string[] {
  return rows.flatMap((row) => {
    const found = degenerateTo(row);
    if (found === null) return [];
    const what = found.equals === 'off' ? 'refine never ran' : 'refine ran in every round';
    return [`${degenerateText(found, row)}: ${cellLabel(row)} (${what}; no verdict)`];
  });
}
