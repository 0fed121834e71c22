import { cellLabel } from './cell-label.ts';
import { degenerateText, degenerateTo } from './degenerate.ts';
import { count, counted } from '../text/numbers.ts';
import type { SummaryRow } from './summary-columns.ts';

const fewRuns = 5;

/**
 * What must be said below a suite's tables: always how much failed, over all rows; where it holds, too few runs, unequal tasks, and lazy arms that
 * were not lazy, of the rows that are shown.
 */
export function suiteRemarks(rows: readonly SummaryRow[], all: readonly SummaryRow[]): readonly string[] {
  return [failures(all), ...tooFewRuns(rows), ...unequalTasks(rows), ...degenerate(rows)];
}

function failures(rows: readonly SummaryRow[]): string {
  const sum = (column: 'attempts' | 'failed_model' | 'failed_infra' | 'runs_incomplete'): number =>
    rows.reduce((total, row) => total + row[column], 0);
  const hurt = rows
    .filter((row) => row.failed_model + row.failed_infra + row.runs_incomplete > 0)
    .map((row) => `${cellLabel(row)} ${row.failed_model}/${row.failed_infra}/${row.runs_incomplete}`);
  const line =
    `failures: ${count(sum('failed_model'))} of the model, ${count(sum('failed_infra'))} of the infrastructure ` +
    `in ${counted(sum('attempts'), 'attempt')}; ${counted(sum('runs_incomplete'), 'incomplete run')} left out`;
  return hurt.length === 0 ? line : `${line} (model/infrastructure/runs: ${hurt.join(', ')})`;
}

function tooFewRuns(rows: readonly SummaryRow[]): readonly string[] {
  const few = rows.filter((row) => row.runs < fewRuns);
  if (few.length === 0) return [];
  const runs = [...new Set(few.map((row) => row.runs))].sort((a, b) => a - b).join(' or ');
  const which = few.length === rows.length ? 'all arms' : few.map(cellLabel).join(', ');
  return [`too few runs: ${which} (${runs}; under ${fewRuns}, an interval over runs says little)`];
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

function degenerate(rows: readonly SummaryRow[]): readonly string[] {
  return rows.flatMap((row) => {
    const mode = degenerateTo(row);
    if (mode === null) return [];
    const ran = mode === 'off' ? 'never ran in' : 'ran in every one of';
    const rounds = `${counted(row.rounds, 'round')} of ${counted(row.runs, 'run')}`;
    return [`${degenerateText(mode)}: ${cellLabel(row)} (refine ${ran} ${rounds})`];
  });
}
