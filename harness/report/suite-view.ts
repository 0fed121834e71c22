import { type Cell, groupCells } from './cells.ts';
import { cellLabel } from './cell-label.ts';
import { count } from './format.ts';
import { groupBy } from './group-by.ts';
import { type ProbePoint, probedRounds, probePoints, thinRounds } from './probe-points.ts';
import { suiteText } from './report-head.ts';
import type { RunRows } from './run-info.ts';
import { suiteRemarks } from './suite-remarks.ts';
import { summarize } from './summary.ts';
import type { SummaryRow } from './summary-row.ts';

/** All that is shown of one suite, whatever it is shown as. */
export type SuiteView = {
  readonly suite: string;
  /** What a score counts and over which tasks, then the suite's own notes. */
  readonly about: readonly string[];
  readonly control: string | null;
  readonly rows: readonly SummaryRow[];
  /** Probed rounds, at most `mostRounds` of them, and how many there were. */
  readonly rounds: readonly number[];
  readonly roundsProbed: number;
  readonly series: readonly { readonly label: string; readonly points: readonly ProbePoint[] }[];
  readonly remarks: readonly string[];
};

/** The suites of an experiment in order of first appearance. */
export function suiteViews(runs: readonly RunRows[], mostRounds: number): readonly SuiteView[] {
  const rowsBySuite = groupBy(summarize(runs), (row) => row.suite);
  const cellsBySuite = groupBy(groupCells(runs), (cell) => cell.info.suite);
  return [...rowsBySuite].map(([suite, rows]) => {
    const cells = cellsBySuite.get(suite) ?? [];
    const probed = probedRounds(cells);
    const rounds = thinRounds(probed, mostRounds);
    return {
      suite,
      about: aboutSuite(cells, rows),
      control: rows.find((row) => row.control !== null)?.control ?? null,
      rows,
      rounds,
      roundsProbed: probed.length,
      series: cells.map((cell, index) => ({ label: cellLabel(rows[index]!), points: probePoints(cell, rounds) })),
      remarks: suiteRemarks(rows),
    };
  });
}

function aboutSuite(cells: readonly Cell[], rows: readonly SummaryRow[]): readonly string[] {
  const tests = sizes(rows.flatMap((row) => [row.test_n, row.test_n_max]));
  const vals = sizes(rows.map((row) => row.val_n));
  const infos = cells.flatMap((cell) => cell.runs.map((run) => run.info));
  return [...new Set(infos.flatMap((info) => [suiteText(info, tests, vals), ...info.suiteAbout.notes]))];
}

function sizes(values: readonly (number | null)[]): string {
  const known = [...new Set(values.filter((value) => value !== null))].sort((a, b) => a - b);
  return known.length === 0 ? 'no' : known.map(count).join(' or ');
}
