import type { RunRows } from '../../harness/report/run-rows.ts';
import { rollUp } from '../../harness/report/summary.ts';
import type { SummaryRow } from '../../harness/report/summary-columns.ts';
import * as markdown from '../../harness/report/summary-markdown.ts';
import * as views from '../../harness/report/suite-view.ts';
import * as terminal from '../../harness/report/terminal-summary.ts';

// What is made of a roll-up, straight from runs.

export function summarize(runs: readonly RunRows[]): readonly SummaryRow[] {
  return rollUp(runs).rows;
}

export function summaryMarkdown(runs: readonly RunRows[]): string {
  return markdown.summaryMarkdown(rollUp(runs));
}

export function terminalSummary(runs: readonly RunRows[]): string {
  return terminal.terminalSummary(rollUp(runs));
}

export function suiteViews(runs: readonly RunRows[], options: views.ViewOptions): readonly views.SuiteView[] {
  return views.suiteViews(rollUp(runs), options);
}
