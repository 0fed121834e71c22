import type { SummaryRow } from './summary-columns.ts';

/** The mode that a lazy cell was in effect, where it never refined or refined in every round of its complete runs; null where it was lazy. */
export function degenerateTo({
  refine_mode,
  rounds,
  rounds_refined,
}: Pick<SummaryRow, 'refine_mode' | 'rounds' | 'rounds_refined'>): 'off' | 'proactive' | null {
  if (refine_mode !== 'lazy' || rounds === 0 || rounds_refined === null) return null;
  if (rounds_refined === 0) return 'off';
  return rounds_refined === rounds ? 'proactive' : null;
}

/** How it is said: `degenerate: equals off`. */
export function degenerateText(mode: 'off' | 'proactive'): string {
  return `degenerate: equals ${mode}`;
}
