import { meanCount, percent } from '../text/numbers.ts';
import { cellLabel } from './cell-label.ts';
import type { ShownColumn } from './shown-columns.ts';
import type { SummaryRow } from './summary-columns.ts';

export const kindsLegend = 'Checks on test by what training had of their rule, % passed with the final context';

/** Columns for the test score by what was met in training, each with its number of checks; none where no row knows it. */
export function kindColumns(rows: readonly SummaryRow[]): readonly ShownColumn[] {
  const shown = kinds.flatMap(({ title, score, n }): readonly ShownColumn[] => {
    const counts = rows.flatMap((row) => row[n] ?? []);
    return counts.length === 0 ? [] : [[`${title} (n = ${rangeText(counts)})`, (row) => percent(row[score])]];
  });
  return shown.length === 0 ? [] : [['arm', cellLabel], ...shown];
}

/** Runs on different data sets have different numbers of each. */
function rangeText(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? meanCount(least) : `${meanCount(least)}-${meanCount(most)}`;
}

const kinds = [
  { title: 'seen wording', score: 'score_seen_wording', n: 'n_seen_wording' },
  { title: 'seen rule, other wording', score: 'score_other_wording', n: 'n_other_wording' },
  { title: 'unseen', score: 'score_unseen', n: 'n_unseen' },
] as const;
