import type { Interval } from '../stats/mean-intervals.ts';
import { cellLabel } from './cell-label.ts';
import { count, percent, percentInterval, pointsInterval } from '../text/numbers.ts';
import { markdownTable } from '../text/tables.ts';
import type { ModeLine } from './mode-comparison.ts';
import { type ShownColumn, shown } from './shown-columns.ts';
import type { SuiteView } from './suite-view.ts';

type Column = ShownColumn<ModeLine>;

/** A column of the summary row of a line. */
function shownOf(...column: Parameters<typeof shown>): Column {
  const [title, cell] = shown(...column);
  return [title, ({ row }) => cell(row)];
}

const outcomes: readonly Column[] = [
  ['arm', ({ row }) => cellLabel(row)],
  ['mode', ({ row }) => row.refine_mode ?? ''],
  ['score', ({ row }) => percentInterval(row.score, row.score_high)],
  ['vs off', (line) => differenceText(line, line.againstOff)],
  ['vs proactive', (line) => differenceText(line, line.againstProactive)],
  ['verdict', ({ verdict }) => verdict],
  ['could have seen', ({ detectable }) => percent(detectable)],
  [
    'runs that refined',
    ({ row }) => (row.runs_refined === null ? '' : `${count(row.runs_refined)} of ${count(row.runs)}`),
  ],
  ['val change by a lazy refine', ({ row }) => pointsInterval(row.refine_score_change, row.refine_score_change_high)],
  ['refines probed', ({ row }) => count(row.refine_score_change_n)],
];

const costs: readonly Column[] = [
  ['arm', ({ row }) => cellLabel(row)],
  shownOf('context_tokens_mean', 'mean context tokens'),
  shownOf('refined', 'refines'),
  shownOf('refine_comparisons', 'comparisons'),
  shownOf('refine_largest_compared', 'most in one refine'),
  shownOf('dropped', 'merged'),
  shownOf('refine_largest_merged', 'most in one refine'),
  shownOf('refine_ms_p50', 'refine ms, p50'),
  shownOf('refine_ms_max', 'refine ms, max'),
  shownOf('evict_events', 'evictions'),
  shownOf('evicted'),
  shownOf('evict_tie_share', 'by a tie,'),
];

const outcomeText =
  'Modes of refine: arms that differ in nothing else. Scores are on test with the final context, differences in points, paired by data set and seed. A difference smaller than what the comparison could have seen, at 80 % power, may be there all the same.';
const probeText =
  'The val change is the score just after a lazy refine, with what was evicted then, less that just before, as a mean over refines with an interval over runs.';
const costText =
  'What it took: refines, comparisons, bullets merged and evicted are means over runs; the largest refine, and how long refines held runs up, are over all runs. A refine that must embed texts which no cache holds takes longer.';

/** The comparison of modes of refine, group after group, where a suite has one. Columns that no line fills are left out. */
export function modeSections({ modes }: SuiteView): readonly (readonly string[])[] {
  const lines = modes.flat();
  if (lines.length === 0) return [];
  const isProbed = lines.some(({ row }) => row.refine_score_change !== null);
  return [
    [isProbed ? `${outcomeText} ${probeText}` : outcomeText],
    tableOf(outcomes, lines),
    [costText],
    tableOf(costs, lines),
  ];
}

function tableOf(columns: readonly Column[], lines: readonly ModeLine[]): readonly string[] {
  const filled = columns.filter(([, cell]) => lines.some((line) => cell(line) !== ''));
  return markdownTable(
    filled.map(([title]) => title),
    lines.map((line) => filled.map(([, cell]) => cell(line))),
  );
}

/** With the number of pairs where it is not that of what the score is over. */
function differenceText({ row }: ModeLine, interval: Interval | null): string {
  if (interval === null) return '';
  const text = pointsInterval(interval.mean, interval.high);
  return interval.n === row.score_n ? text : `${text} (n = ${interval.n})`.trimStart();
}
