import { counted } from '../text/numbers.ts';
import type { SummaryRow } from './summary-columns.ts';

/** Share of runs that may have been something else than lazy before nothing is concluded from the arm. */
const maxShare = 0.2;

/** What a lazy cell was instead, in too many of its runs. */
export type Degenerate = { readonly equals: 'off' | 'proactive'; readonly runs: number };

type Refined = Pick<SummaryRow, 'refine_mode' | 'runs' | 'rounds' | 'runs_refined' | 'runs_always_refined'>;

/** Judged run by run: a lazy cell of which more than a fifth of the complete runs never refined, or refined in every round. Null where it was lazy. */
export function degenerateTo({
  refine_mode,
  runs,
  rounds,
  runs_refined,
  runs_always_refined,
}: Refined): Degenerate | null {
  if (refine_mode !== 'lazy' || rounds === 0 || runs_refined === null) return null;
  const [never, always] = [runs - runs_refined, runs_always_refined ?? 0];
  if (Math.max(never, always) <= maxShare * runs) return null;
  return never >= always ? { equals: 'off', runs: never } : { equals: 'proactive', runs: always };
}

/** How it is said: `degenerate: equals off in 4 of 5 runs`. */
export function degenerateText({ equals, runs }: Degenerate, row: Pick<SummaryRow, 'runs'>): string {
  return `degenerate: equals ${equals} in ${runs} of ${counted(row.runs, 'run')}`;
}
