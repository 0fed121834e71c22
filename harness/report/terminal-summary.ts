import { cellLabel } from './cell-label.ts';
import { count, percent, percentInterval, plainLine, pointsInterval, shortCount } from './format.ts';
import type { ProbePoint } from './probe-points.ts';
import { isSimulated, reportHead, simulatedCaveat } from './report-head.ts';
import type { RunRows } from './run-info.ts';
import { type SuiteView, suiteViews } from './suite-view.ts';
import type { SummaryRow } from './summary-row.ts';

const width = 100;
const mostRounds = 5;

/** The tables of summary.md in short, as plain text of at most 100 columns: what `run` prints at its end. */
export function terminalSummary(runs: readonly RunRows[]): string {
  const title = [...new Set(runs.map(({ info }) => info.experiment))].join(', ');
  const head = reportHead(runs).map(([label, text]) => `${label}: ${text}`);
  const caveat = runs.some(({ info }) => isSimulated(info)) ? [simulatedCaveat] : [];
  const legend =
    'Score: % of test, mean over runs ± 95 % t interval, the final context; best: the best context on val. ' +
    'By round: val score %, context tokens, comparisons of refine since the column before.';
  const lines = [title, ...head, ...caveat, legend].flatMap(wrapped);
  return `${[...lines, ...suiteViews(runs, mostRounds).flatMap(suiteLines)].join('\n')}\n`;
}

function suiteLines(view: SuiteView): readonly string[] {
  const [first, ...notes] = view.about;
  return [
    '',
    ...wrapped(`${view.suite}: ${first ?? ''}`),
    ...notes.flatMap((note) => wrapped(`  ${note}`)),
    ...armTable(view),
    ...(view.rounds.length === 0 ? [] : roundTable(view)),
    ...view.remarks.flatMap(wrapped),
  ];
}

function armTable({ rows, control }: SuiteView): readonly string[] {
  const columns: readonly (readonly [title: string, cell: (row: SummaryRow) => string])[] = [
    ['arm', cellLabel],
    ['runs', (row) => count(row.runs)],
    ['score', (row) => percentInterval(row.score, row.score_high)],
    [middleCut(`vs ${control ?? 'control'}`, 14), (row) => pointsInterval(row.diff, row.diff_high)],
    ['best', (row) => percentInterval(row.best_score, row.best_high)],
    ['context', (row) => shortCount(row.context_tokens)],
    ['maintenance', (row) => shortCount(row.maintenance_tokens)],
    ['compared', (row) => shortCount(row.upkeep_comparisons)],
    ['upkeep', (row) => (row.upkeep_ms === null ? '' : `${shortCount(row.upkeep_ms)} ms`)],
  ];
  return aligned([columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]);
}

function roundTable({ series, rounds, roundsProbed }: SuiteView): readonly string[] {
  const corner = rounds.length < roundsProbed ? `${rounds.length} of ${roundsProbed} probes` : 'by round';
  const pointAt = (points: readonly ProbePoint[], round: number): string => {
    const point = points.find((candidate) => candidate.round === round);
    return point === undefined ? '' : pointText(point);
  };
  return aligned([
    [corner, ...rounds.map((round) => `round ${round}`)],
    ...series.map(({ label, points }) => [label, ...rounds.map((round) => pointAt(points, round))]),
  ]);
}

/** Three parts of fixed width, so that they stand below each other. */
function pointText({ score, contextTokens, comparisons }: ProbePoint): string {
  return `${percent(score).padStart(5)} ${shortCount(contextTokens).padStart(4)} ${shortCount(comparisons).padStart(4)}`;
}

/** A table whose first column stands left and gives way where the line would get too long. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const plain = rows.map((row) => row.map((cell, index) => (index === 0 ? plainLine(cell) : cell)));
  const widths = plain[0]!.map((_, column) => Math.max(...plain.map((row) => row[column]!.length)));
  const others = widths.slice(1).reduce((sum, columnWidth) => sum + 1 + columnWidth, 0);
  const first = Math.min(widths[0]!, width - others);
  return plain.map(([label, ...cells]) =>
    [middleCut(label!, first).padEnd(first), ...cells.map((cell, index) => cell.padStart(widths[index + 1]!))]
      .join(' ')
      .trimEnd(),
  );
}

/** Keeps both ends: arms share their beginnings and matrix points their paths. */
function middleCut(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`;
}

/** A text in lines of at most the width, later ones indented; a word longer than a line is cut into pieces. */
function wrapped(text: string): readonly string[] {
  const indent = text.startsWith('  ') ? '  ' : '';
  const lines: string[] = [];
  let line = indent;
  for (const word of plainLine(text).split(' ')) {
    const joined = line.trim() === '' ? `${line}${word}` : `${line} ${word}`;
    if (joined.length <= width) {
      line = joined;
      continue;
    }
    if (line.trim() !== '') lines.push(line);
    line = `${indent}  ${word}`;
    for (; line.length > width; line = `${indent}  ${line.slice(width)}`) lines.push(line.slice(0, width));
  }
  return [...lines, line];
}
