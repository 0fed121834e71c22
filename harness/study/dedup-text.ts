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
    '',
    ...recommendations(report),
  ].join('\n')}\n`;
}

const classTitles: { readonly [name in PairClass]: string } = {
  duplicate: 'duplicates',
  contradiction: 'contradictions of the rule',
  minimal: '- in nearly its words',
  reworded: '- in other words',
  across: 'its paraphrases with them',
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
      withInterval(report.cosines[name], (value) => value.toFixed(3)),
    ]),
  ]);
}

function rankingTable({ sets }: DedupReport): readonly string[] {
  const auc = (estimate: Estimate) => withInterval(estimate, (value) => value.toFixed(3));
  return aligned([
    ['guards', 'AUC: all others', 'contradictions', 'related', 'wrongly vetoed'],
    ...sets.map((set) => [
      set.name,
      auc(set.auc.all),
      auc(set.auc.contradiction),
      auc(set.auc.related),
      withInterval(set.vetoed.duplicate, percent),
    ]),
  ]);
}

function mergeTable({ sets }: DedupReport): readonly string[] {
  const rows = bareAndFull(sets).flatMap((set) => pointsShown(set).map((point) => mergeRow(set, point)));
  return aligned([
    ['merged if >', '', 'precision', 'recall', 'F1', 'contradictions', 'minimal', 'reworded', 'related'],
    ...rows,
  ]);
}

/** The ends of the range where there are many sets: the table is to be short, and the CSV holds all. */
function bareAndFull(sets: readonly SetResult[]): readonly SetResult[] {
  const ends = sets.filter(({ name }) => name === 'none' || name === 'all');
  return sets.length > 2 && ends.length === 2 ? ends : sets;
}

function pointsShown({ curve }: SetResult): readonly CurvePoint[] {
  return curve.filter(({ threshold }) => shownThresholds.includes(threshold));
}

function mergeRow({ name }: SetResult, { threshold, precision, f1, merged }: CurvePoint): readonly string[] {
  const shares = [precision, merged.duplicate, f1].map(({ value }) => percent(value));
  const falseMerges = [merged.minimal, merged.reworded, merged.related].map(({ value }) => percent(value));
  return [name, threshold.toFixed(2), ...shares, withInterval(merged.contradiction, percent), ...falseMerges];
}

function recommendations({ sets, ceiling, embedder }: DedupReport): readonly string[] {
  return [
    `lowest threshold at which at most ${percent(ceiling)} % of contradictions merge (upper 95 % bound), for`,
    `${embedder}:`,
    ...aligned(
      sets.map((set) => [set.name, advice(set)]),
      'left',
    ),
  ];
}

function advice({ recommended }: SetResult): string {
  switch (recommended.kind) {
    case 'threshold':
      return `${recommended.threshold.toFixed(2)} (bound ${percent(recommended.bound)} %)`;
    case 'none': {
      const { lowestBound, at, least } = recommended;
      const why =
        lowestBound > least
          ? `at ${at.toFixed(2)} the bound is ${percent(lowestBound)} %`
          : `none merges at ${at.toFixed(2)}, but so few families bound it at ${percent(least)} %`;
      return `none does: use guards, or keep both (${why})`;
    }
    case 'unknown':
      return `unknown: ${recommended.because}`;
  }
}

function withInterval({ value, low, high }: Estimate, show: (value: number) => string): string {
  if (value === null) return '';
  return low === null || high === null ? show(value) : `${show(value)} [${show(low)}, ${show(high)}]`;
}

function percent(share: number | null): string {
  return share === null ? '' : (share * 100).toFixed(1);
}

/** Columns as wide as their widest cell; the first stands left. */
function aligned(rows: readonly (readonly string[])[], others: 'left' | 'right' = 'right'): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || others === 'left' ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
}
