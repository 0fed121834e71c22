import { cellLabel } from './cell-label.ts';
import { count, percent, percentInterval, pointsInterval, shortCount, wholePercent } from '../text/numbers.ts';
import { plainLine } from '../text/plain-text.ts';
import { kindColumns, kindsLegend } from './kind-table.ts';
import type { ProbePoint } from './probe-points.ts';
import { rankingChangeText, rankingsText } from './rankings.ts';
import { isSimulated, leftOutLines, reportHead, scoreMeaning, simulatedCaveat } from './report-head.ts';
import { type SuiteView, suiteViews } from './suite-view.ts';
import { type ShownColumn, shortPair } from './shown-columns.ts';
import type { RollUp } from './summary.ts';
import type { SummaryRow } from './summary-columns.ts';
import { alignedWithin, wrapped } from '../text/tables.ts';

const width = 100;
const maxRounds = 5;
const maxFlips = 8;

/** The tables of summary.md in short, as plain text of at most 100 columns: what `run` prints at its end. */
export function terminalSummary(rolled: RollUp): string {
  const { runs } = rolled;
  const title = [...new Set(runs.map(({ info }) => info.experiment))].join(', ');
  const caveat = runs.some(({ info }) => isSimulated(info)) ? [simulatedCaveat] : [];
  const [runsLine, ...head] = reportHead(runs);
  const views = suiteViews(rolled, { maxRounds, showVariants: false });
  const lines = [`${title}: ${runsLine}`, ...head, ...caveat, legend(runs, views), ...leftOutLines(rolled)].flatMap(
    wrappedLine,
  );
  return `${[...lines, ...views.flatMap(suiteLines)].join('\n')}\n`;
}

function legend(runs: RollUp['runs'], views: readonly SuiteView[]): string {
  const figures =
    'tail: val %, mean of the last third of the probes; tok: tokens of the final context; fill: mean % of the budget; ' +
    "held: % of the suite's lessons stated at the end; maint.: tokens read/written by curator, rewriter and merger; " +
    'removed: bullets, as duplicates/by eviction; pairs: compared by refine';
  const rounds = 'rounds: val %, context tokens, pairs compared since the column before';
  const hasRounds = views.some((view) => view.rounds.length > 0);
  return [`${scoreMeaning(runs).join('; ')}, ± 95 % t`, figures, ...(hasRounds ? [rounds] : [])].join('; ');
}

const wrappedLine = (text: string): readonly string[] => wrapped(text, width);

function suiteLines(view: SuiteView): readonly string[] {
  return [
    '',
    ...wrappedLine(`${view.suite}: ${view.about.join('; ')}`),
    ...armTable(view),
    ...kindTable(view),
    ...(view.rounds.length === 0 ? [] : roundTable(view)),
    ...[...view.remarks, ...rankingLines(view)].flatMap(wrappedLine),
  ];
}

/** The flips in short; what may be noise is in summary.md. */
function rankingLines({ rankings }: SuiteView): readonly string[] {
  if (rankings === null) return [];
  const flips = rankings.changes.filter((change) => change.flips);
  const more = flips.length > maxFlips ? [`${flips.length - maxFlips} more flips: summary.md`] : [];
  return [rankingsText(rankings), ...flips.slice(0, maxFlips).map(rankingChangeText), ...more];
}

function armTable({ rows, control }: SuiteView): readonly string[] {
  const columns: readonly ShownColumn[] = [
    ['arm', (row) => plainLine(cellLabel(row))],
    ['runs', (row) => count(row.runs)],
    ['score', (row) => percentInterval(row.score, row.score_high)],
    [headOf(`vs ${control ?? 'control'}`), differenceText],
    ['best', (row) => percentInterval(row.best_score, row.best_high)],
    ['tail', (row) => percent(row.val_tail)],
    ['tok', (row) => shortCount(row.context_tokens)],
    ['fill', (row) => wholePercent(row.fill_mean)],
    ['held', (row) => wholePercent(row.coverage)],
    ['maint.', (row) => shortPair(row.maintenance_input_tokens, row.maintenance_output_tokens)],
    ['removed', (row) => shortPair(row.dropped, row.evicted)],
    ['pairs', (row) => shortCount(row.refine_comparisons)],
  ];
  return alignedWithin(
    [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))],
    width,
  );
}

function kindTable({ rows }: SuiteView): readonly string[] {
  const columns = kindColumns(rows);
  if (columns.length === 0) return [];
  const cells = rows.map((row) => columns.map(([, cell]) => plainLine(cell(row))));
  return [...wrappedLine(kindsLegend), ...alignedWithin([columns.map(([title]) => title), ...cells], width)];
}

function headOf(title: string): string {
  return title.length <= 14 ? title : `${title.slice(0, 13)}…`;
}

/** With the number of pairs where it is not that of what the score is over. */
function differenceText(row: SummaryRow): string {
  const text = pointsInterval(row.diff, row.diff_high);
  return row.diff_pairs === null || row.diff_pairs === row.score_n ? text : `${text} n=${row.diff_pairs}`.trimStart();
}

function roundTable({ series, rounds, roundsProbed }: SuiteView): readonly string[] {
  const corner = rounds.length < roundsProbed ? `${rounds.length} of ${roundsProbed} probes` : 'by round';
  const pointAt = (points: readonly ProbePoint[], round: number): string => {
    const point = points.find((candidate) => candidate.round === round);
    return point === undefined ? '' : pointText(point);
  };
  return alignedWithin(
    [
      [corner, ...rounds.map((round) => `round ${round}`)],
      ...series.map(({ label, points }) => [plainLine(label), ...rounds.map((round) => pointAt(points, round))]),
    ],
    width,
  );
}

/** Three parts of fixed width, so that they stand below each other. */
function pointText({ score, contextTokens, comparisons }: ProbePoint): string {
  return `${percent(score).padStart(5)} ${shortCount(contextTokens).padStart(4)} ${shortCount(comparisons).padStart(4)}`;
}
