import { cellLabel } from './cell-label.ts';
import { count, percent, percentInterval, pointsInterval } from '../text/numbers.ts';
import { markdownText } from '../text/plain-text.ts';
import { markdownTable } from '../text/tables.ts';
import { kindColumns, kindsLegend } from './kind-table.ts';
import { modeSections } from './mode-sections.ts';
import { rankingChangeText, rankingsText } from './rankings.ts';
import { isSimulated, leftOutLines, reportHead, scoreMeaning, simulatedCaveat } from './report-head.ts';
import type { SuiteView } from './suite-view.ts';
import { suiteViews } from './suite-view.ts';
import { type ShownColumn, shown } from './shown-columns.ts';
import type { RollUp } from './summary.ts';
import type { SummaryRow } from './summary-columns.ts';

const maxRounds = 12;

/** summary.md: what was run, then per suite a table of arms, the rounds that were probed, and what must be said beside them. */
export function summaryMarkdown(rolled: RollUp): string {
  const { runs } = rolled;
  const title = [...new Set(runs.map(({ info }) => info.experiment))].join(', ');
  const sections = [
    [`# ${markdownText(title)}`],
    [...reportHead(runs), ...leftOutLines(rolled)].map((line) => `- ${markdownText(line)}`),
    runs.some(({ info }) => isSimulated(info)) ? [simulatedCaveat] : [],
    scoreMeaning(runs).map((line) => `- ${markdownText(line)}`),
    [
      'Scores are means ± half of a 95 % t interval, in percent; differences are in points, paired by data set and seed. A blank is unknown or without meaning.',
    ],
    ...suiteViews(rolled, { maxRounds, showVariants: true }).flatMap(suiteSections),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const costIntroduction =
  'What it took: sizes after the last round, the rest over a whole run, as means over runs; tokens are read (in) and written (out) by curator, rewriter and merger, or by the reflector.';

function suiteSections(view: SuiteView): readonly (readonly string[])[] {
  return [
    [`## ${markdownText(view.suite)}`],
    view.about.map((line) => `- ${markdownText(line)}`),
    scoreTable(view),
    [costIntroduction],
    costTable(view),
    ...kindSection(view),
    ...(view.rounds.length === 0 ? [] : [[roundsIntroduction(view)], roundTable(view)]),
    ...modeSections(view),
    view.remarks.map((line) => `- ${markdownText(line)}`),
    ...rankingSections(view),
  ];
}

function rankingSections({ rankings }: SuiteView): readonly (readonly string[])[] {
  if (rankings === null) return [];
  // Flips first: the others may be noise.
  const changes = rankings.changes.toSorted((a, b) => Number(b.flips) - Number(a.flips));
  return [
    [markdownText(rankingsText(rankings))],
    changes.map((change) => `- ${markdownText(rankingChangeText(change))}`),
  ];
}

/** What each arm scored. */
function scoreTable({ rows, control }: SuiteView): readonly string[] {
  return tableOf(rows, [
    ['arm', cellLabel],
    ['runs', (row) => count(row.runs)],
    ['data sets', (row) => count(row.data_sets)],
    ['score', (row) => percentInterval(row.score, row.score_high)],
    [`vs ${control ?? 'control'}`, (row) => pointsInterval(row.diff, row.diff_high)],
    ['pairs', (row) => count(row.diff_pairs)],
    ['best on val', (row) => percentInterval(row.best_score, row.best_high)],
    shown('val_tail', 'tail of val'),
    shown('val_drop', 'below best val by'),
    shown('tgc', 'TGC'),
    shown('sgc', 'SGC'),
    shown('score_sd', 'sd of runs'),
    shown('val_largest_drop', 'largest drop on val'),
  ]);
}

/** How large its contexts were, and what they took. */
function costTable({ rows }: SuiteView): readonly string[] {
  return tableOf(rows, [
    ['arm', cellLabel],
    shown('context_tokens'),
    shown('fill_mean', 'mean fill of budget'),
    shown('coverage', 'lessons held'),
    shown('bullets'),
    shown('dropped', 'refined away'),
    shown('evicted'),
    shown('maintenance_input_tokens', 'maintenance in'),
    shown('maintenance_output_tokens', 'maintenance out'),
    shown('reflector_input_tokens', 'reflector in'),
    shown('reflector_output_tokens', 'reflector out'),
    shown('refined', 'refines'),
    shown('refine_comparisons', 'comparisons'),
    shown('refine_embedded_tokens', 'tokens embedded'),
    shown('refine_ms', 'refine ms without embedding'),
  ]);
}

function kindSection({ rows }: SuiteView): readonly (readonly string[])[] {
  const columns = kindColumns(rows);
  return columns.length === 0 ? [] : [[`${kindsLegend}: means over runs.`], tableOf(rows, columns)];
}

function tableOf(rows: readonly SummaryRow[], columns: readonly ShownColumn[]): readonly string[] {
  return markdownTable(
    columns.map(([title]) => title),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  );
}

function roundsIntroduction({ rounds, roundsProbed }: SuiteView): string {
  const shown = rounds.length < roundsProbed ? ` (${rounds.length} of ${roundsProbed} probes are shown)` : '';
  return `Round by round${shown}: means over runs; comparisons and maintenance tokens (in and out) are those since the line before.`;
}

function roundTable({ series }: SuiteView): readonly string[] {
  return markdownTable(
    ['arm', 'round', 'runs', 'val score', 'context tokens', 'refine comparisons', 'maintenance in', 'maintenance out'],
    series.flatMap(({ label, points }) =>
      points.map((point) => [
        label,
        count(point.round),
        count(point.runs),
        percent(point.score),
        count(point.contextTokens),
        count(point.comparisons),
        count(point.maintenanceInputTokens),
        count(point.maintenanceOutputTokens),
      ]),
    ),
  );
}
