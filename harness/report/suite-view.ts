import { type CellRuns, tooOften } from './cells.ts';
import { labelOf } from './cell-label.ts';
import { count } from '../text/numbers.ts';
import { breakEvenRemarks } from './break-even.ts';
import { ceilingRemarks } from './ceiling-remarks.ts';
import { fixedContextRemarks } from './fixed-context-remarks.ts';
import { groupBy } from './group-by.ts';
import { inertVariants } from './inert-variants.ts';
import { type ModeLine, modeComparisons } from './mode-comparison.ts';
import { type ProbePoint, probedRounds, probePoints, thinRounds } from './probe-points.ts';
import { type Rankings, rankings } from './rankings.ts';
import { suiteText } from './report-head.ts';
import { rewriterRemarks } from './rewriters.ts';
import { replicateDifferences } from './replicate-differences.ts';
import { scopeText } from './run-scores.ts';
import { shiftRemarks } from './shift-remarks.ts';
import { suiteRemarks } from './suite-remarks.ts';
import type { RollUp } from './summary.ts';
import type { SummaryRow } from './summary-columns.ts';
import { variedCells } from './variants.ts';

/** All that is shown of one suite, whatever it is shown as. */
export type SuiteView = {
  readonly suite: string;
  /** What a score counts and over which tasks, then the suite's own notes. */
  readonly about: readonly string[];
  readonly control: string | null;
  readonly rows: readonly SummaryRow[];
  /** Probed rounds, at most `maxRounds` of them, and how many there were. */
  readonly rounds: readonly number[];
  readonly roundsProbed: number;
  readonly series: readonly { readonly label: string; readonly points: readonly ProbePoint[] }[];
  readonly remarks: readonly string[];
  /** Groups of cells that differ in the mode of refine alone. */
  readonly modes: readonly (readonly ModeLine[])[];
  /** Null where nothing was varied beside a matrix. */
  readonly rankings: Rankings | null;
};

export type ViewOptions = {
  readonly maxRounds: number;
  /** Whether cells that vary another one by a variant have lines of their own; failures and rankings are over all either way. */
  readonly showVariants: boolean;
};

/** The suites of an experiment in order of first appearance. */
export function suiteViews(rolled: RollUp, { maxRounds, showVariants }: ViewOptions): readonly SuiteView[] {
  const rowsBySuite = groupBy(rolled.rows, (row) => row.suite);
  const cellsBySuite = groupBy(rolled.cells, (cell) => cell.info.suite);
  return [...rowsBySuite].map(([suite, allRows]) => {
    const allCells = cellsBySuite.get(suite) ?? [];
    const hidden = new Set(showVariants ? [] : variedCells(allCells).map(({ cell }) => cell));
    const rows = allRows.filter((_, index) => !hidden.has(allCells[index]!));
    const cells = allCells.filter((cell) => !hidden.has(cell));
    // Nothing is concluded from cells in which too much failed.
    const sound = cells.filter((cell) => tooOften(cell) === null);
    const soundRows = rows.filter((_, index) => tooOften(cells[index]!) === null);
    const probed = probedRounds(cells);
    const rounds = thinRounds(probed, maxRounds);
    return {
      suite,
      about: aboutSuite(cells, rows),
      control: rows.find((row) => row.control !== null)?.control ?? null,
      rows,
      rounds,
      roundsProbed: probed.length,
      series: cells.map((cell) => ({ label: labelOf(cell.info), points: probePoints(cell, rounds) })),
      remarks: [
        ...suiteRemarks(rows, allRows, allCells),
        ...ceilingRemarks(cells, rows),
        ...fixedContextRemarks(sound),
        ...rewriterRemarks(cells, rows),
        ...breakEvenRemarks(sound, soundRows),
        ...inertVariants(allCells),
        ...replicateDifferences(sound),
        ...shiftRemarks(sound),
      ],
      modes: modeComparisons(sound, soundRows),
      rankings: rankings(allCells.filter((cell) => tooOften(cell) === null)),
    };
  });
}

function aboutSuite(cells: readonly CellRuns[], rows: readonly SummaryRow[]): readonly string[] {
  const tests = sizes(rows.flatMap((row) => [row.test_n, row.test_n_max]));
  const vals = sizes(rows.map((row) => row.val_n));
  const infos = cells.flatMap((cell) => cell.runs.map((run) => run.info));
  const scopes = rows.filter((row) => row.runs > 0).map((row) => scopeText(row.data_sets, row.runs));
  const texts = infos.map((info) => suiteText(info, tests, vals));
  return [...new Set([...texts, ...scopes, ...infos.flatMap((info) => info.suiteAbout.notes)])];
}

function sizes(values: readonly (number | null)[]): string {
  const known = [...new Set(values.filter((value) => value !== null))].sort((a, b) => a - b);
  return known.length === 0 ? 'no' : known.map(count).join(' or ');
}
