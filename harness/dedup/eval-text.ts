import { aligned } from '../text/tables.ts';
import type { CurvePoint, DedupReport, SetResult } from './evaluate-dedup.ts';
import type { Estimate } from './family-bootstrap.ts';
import { type PairClass, pairClassNames } from './labelled-pair.ts';

const shownThresholds = [0.7, 0.8, 0.85, 0.9, 0.95];

/** The report as plain text of at most 100 columns: pairs and cosines, ranking by guard set, merges along a few thresholds, recommended thresholds. */
export function dedupText(report: DedupReport): string {
  return `${[
    `dedup eval of ${report.embedder}`,
    `on ${report.source}: ${report.families.toLocaleString('en-US')} families; shares in %, [95 % by bootstrap of families]`,
    '',
    ...cosineTable(report),
    '',
    ...rankingTable(report),
    '',
    ...mergeTable(report),
    'bound: upper 95 % end for contradictions, by bootstrap, or exact with families for units if larger',
    '',
    ...recommendations(report),
  ].join('\n')}\n`;
}

const classTitles: { readonly [name in PairClass]: string } = {
  duplicate: 'duplicates',
  contradiction: 'contradictions',
  minimal: '- in nearly the same words',
  reworded: '- in other words',
  across: 'paraphrases x contradictions',
  related: 'related, not the same',
  unrelated: 'unrelated',
};

function present(report: DedupReport): readonly PairClass[] {
  return pairClassNames.filter((name) => report.classes[name] > 0);
}

function cosineTable(report: DedupReport): readonly string[] {
  return aligned([
    ['pairs', 'n', 'mean cosine'],
    ...present(report).map((name) => [
      classTitles[name],
      report.classes[name].toLocaleString('en-US'),
      withInterval(report.cosines[name], fixed),
    ]),
  ]);
}

type Column<Row> = readonly [title: string, cell: (row: Row) => string];

function rankingTable({ sets }: DedupReport): readonly string[] {
  return table<SetResult>(sets, [
    ['guards', ({ name }) => name],
    ['AUC: all others', ({ auc }) => withInterval(auc.all, fixed)],
    ['contradictions', ({ auc }) => withInterval(auc.contradiction, fixed)],
    ['related', ({ auc }) => withInterval(auc.related, fixed)],
    ['wrongly vetoed', ({ vetoed }) => withInterval(vetoed.duplicate, percent)],
  ]);
}

function mergeTable({ sets }: DedupReport): readonly string[] {
  const rows = bareAndFull(sets).flatMap(({ name, curve }) =>
    curve.filter(isShown).map((point) => ({ name, ...point })),
  );
  return table<CurvePoint & { readonly name: string }>(rows, [
    ['guards', ({ name }) => name],
    ['merged if >', ({ threshold }) => threshold.toFixed(2)],
    ['precision', ({ precision }) => percent(precision.value)],
    ['recall', ({ merged }) => percent(merged.duplicate.value)],
    ['F1', ({ f1 }) => percent(f1.value)],
    ['contradictions', ({ merged }) => percent(merged.contradiction.value)],
    ['bound', ({ bound }) => percent(bound)],
    ['minimal', ({ merged }) => percent(merged.minimal.value)],
    ['reworded', ({ merged }) => percent(merged.reworded.value)],
    ['related', ({ merged }) => percent(merged.related.value)],
  ]);
}

/** The ends of the range where there are many sets: the table is to be short, and the CSV holds all. */
function bareAndFull(sets: readonly SetResult[]): readonly SetResult[] {
  const ends = sets.filter(({ name }) => name === 'none' || name === 'all');
  return sets.length > 2 && ends.length === 2 ? ends : sets;
}

function isShown({ threshold }: CurvePoint): boolean {
  return shownThresholds.includes(threshold);
}

function recommendations({ sets, ceiling, embedder }: DedupReport): readonly string[] {
  return [
    `lowest threshold at which at most ${percent(ceiling)} % of contradictions merge (by their bound), for`,
    `${embedder}:`,
    ...aligned(
      sets.map((set) => [set.name, advice(set)]),
      'left',
    ),
    ...tooFewFamilies(sets, ceiling),
  ];
}

function advice({ recommended }: SetResult): string {
  switch (recommended.kind) {
    case 'threshold':
      return `${recommended.threshold.toFixed(2)} (bound ${percent(recommended.bound)} %)`;
    case 'none':
      return `none does: use guards, or keep both (at ${recommended.at.toFixed(2)} the bound is ${percent(recommended.lowestBound)} %)`;
    case 'unknown':
      return `unknown: ${recommended.because}`;
  }
}

/** A ceiling can be missed by the embedder, or lie below what the sample could ever show. */
function tooFewFamilies(sets: readonly SetResult[], ceiling: number): readonly string[] {
  const least = Math.max(...sets.map(({ recommended }) => (recommended.kind === 'none' ? recommended.least : 0)));
  return least > ceiling
    ? [`(no ceiling below ${percent(least)} % can be met: so few families have that bound where none merges)`]
    : [];
}

function withInterval({ value, low, high }: Estimate, show: (value: number) => string): string {
  if (value === null) return '';
  return low === null || high === null ? show(value) : `${show(value)} [${show(low)}, ${show(high)}]`;
}

function fixed(value: number): string {
  return value.toFixed(3);
}

function percent(share: number | null): string {
  return share === null ? '' : (share * 100).toFixed(1);
}

/** Without the columns that nothing is known for. */
function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): readonly string[] {
  const known = columns.filter(([, cell]) => rows.some((row) => cell(row) !== ''));
  return aligned([known.map(([title]) => title), ...rows.map((row) => known.map(([, cell]) => cell(row)))]);
}
