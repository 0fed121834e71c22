import { join } from 'node:path';
import type { Reported } from '../experiment/run-and-report.ts';
import { terminalSummary } from '../report/terminal-summary.ts';

/** What a command that ran `planned` runs in all prints about them. */
export function reportText(
  { folder, outcomes, runs, summary, rolledUp }: Reported,
  planned: number,
  json: boolean,
): string {
  if (json) return JSON.stringify({ folder, outcomes, cells: summary }, null, 2);
  // A table of what happened to be ready would be read as a result.
  if (outcomes.some(({ status }) => status === 'interrupted')) {
    const whole = runs.filter(({ status }) => status === 'complete').length;
    return `${whole} of ${planned} runs have completed so far`;
  }
  const tables = ['summary.md', 'summary.csv', 'rounds.csv', 'columns.md'].map((name) => join(folder, name));
  return `${terminalSummary(rolledUp)}Tables: ${tables.join(', ')}`;
}
