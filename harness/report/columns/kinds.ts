import type { CheckKind } from '../../core/suite.ts';
import type { RowSource } from '../row-source.ts';
import { column } from './round-column.ts';

// Checks by what of them was met in training; blank where a suite cannot tell, and where a row has none of a kind.
export const kindColumns = [
  column(
    'score_seen_wording',
    'number',
    'share',
    'Checks passed of those about a rule in a wording that training had; those of failed attempts are not passed.',
    scoreOf('seen wording'),
    { score_seen_wording: 'tested' },
  ),
  column('n_seen_wording', 'number', 'checks', 'Such checks.', countOf('seen wording'), { n_seen_wording: 'tested' }),
  column(
    'score_other_wording',
    'number',
    'share',
    'Checks passed of those about a rule that training had in other wordings alone.',
    scoreOf('seen rule, other wording'),
    { score_other_wording: 'tested' },
  ),
  column('n_other_wording', 'number', 'checks', 'Such checks.', countOf('seen rule, other wording'), {
    n_other_wording: 'tested',
  }),
  column(
    'score_unseen',
    'number',
    'share',
    'Checks passed of those about a rule that training did not have.',
    scoreOf('unseen'),
    { score_unseen: 'tested' },
  ),
  column('n_unseen', 'number', 'checks', 'Such checks.', countOf('unseen'), { n_unseen: 'tested' }),
] as const;

function scoreOf(kind: CheckKind) {
  return (source: RowSource): number | null => {
    const { passed, total } = sumOf(source, kind);
    return total === 0 ? null : passed / total;
  };
}

function countOf(kind: CheckKind) {
  return (source: RowSource): number | null => sumOf(source, kind).total || null;
}

function sumOf({ trials }: RowSource, kind: CheckKind): { readonly passed: number; readonly total: number } {
  return trials.kinds.get(kind) ?? { passed: 0, total: 0 };
}
