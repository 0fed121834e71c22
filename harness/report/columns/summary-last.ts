import { worstFailure } from '../failure-shares.ts';
import { column } from './summary-column.ts';

// What is no mean over runs: the largest refine, the course of val, and what failed.
export const lastColumns = [
  column(
    'evict_tie_share',
    'number',
    'share',
    'Evicted bullets that the order of addition decided, over all evicted.',
    ({ means }) => shareOf(means.evict_ties, means.evicted),
  ),
  column(
    'refine_largest_compared',
    'number',
    'pairs',
    'Most pairs that one refine compared.',
    ({ passes }) => passes.refine_largest_compared,
  ),
  column(
    'refine_largest_merged',
    'number',
    'bullets',
    'Most bullets that one refine removed.',
    ({ passes }) => passes.refine_largest_merged,
  ),
  column(
    'refine_ms_p50',
    'number',
    'ms',
    'Median time that a refine held the run up.',
    ({ passes }) => passes.refine_ms_p50,
  ),
  column('refine_ms_max', 'number', 'ms', 'Longest time that one did.', ({ passes }) => passes.refine_ms_max),
  column(
    'refine_score_change',
    'number',
    'difference',
    'Val score just after a lazy refine, with what was evicted then, less that just before: mean over refines.',
    ({ passes }) => passes.refine_score_change,
  ),
  column(
    'refine_score_change_low',
    'number',
    'difference',
    'Low end of its 95 % interval, robust to runs.',
    ({ passes }) => passes.refine_score_change_low,
  ),
  column(
    'refine_score_change_high',
    'number',
    'difference',
    'High end of that interval.',
    ({ passes }) => passes.refine_score_change_high,
  ),
  column(
    'refine_score_change_n',
    'number',
    'passes',
    'Refines with a probe before and after.',
    ({ passes }) => passes.refine_score_change_n,
  ),
  column(
    'val_tail',
    'number',
    'share',
    'Val score of the last third of the probes: mean over runs. The final score alone is read at a random point between two evictions.',
    ({ counts }) => counts.val_tail,
  ),
  column(
    'val_drop',
    'number',
    'difference',
    'Best val score of any probe of a run less that: mean over runs.',
    ({ counts }) => counts.val_drop,
  ),
  column(
    'val_largest_drop',
    'number',
    'difference',
    'Largest fall of the val score from one probe to the next in any run; 0 where it never fell.',
    ({ counts }) => (counts.probe_pairs === 0 ? null : Math.max(0, counts.largest_fall ?? 0)),
  ),
  column(
    'val_share_falls',
    'number',
    'share',
    'Probes that fell by more than 0.02 from the one before, over all that have one before.',
    ({ counts }) => shareOf(counts.falls, counts.probe_pairs),
  ),
  column('rounds', 'number', 'rounds', 'Rounds learnt from, over all complete runs.', ({ counts }) => counts.rounds),
  column('rounds_refined', 'number', 'rounds', 'Rounds in which refine ran.', ({ counts }) => counts.rounds_refined),
  column('runs_refined', 'number', 'runs', 'Complete runs in which refine ran.', ({ counts }) => counts.runs_refined),
  column(
    'runs_always_refined',
    'number',
    'runs',
    'Complete runs in which it ran in every round.',
    ({ counts }) => counts.runs_always_refined,
  ),
  column(
    'attempts',
    'number',
    'attempts',
    'Attempts of all phases, those of incomplete runs among them.',
    ({ counts }) => counts.attempts,
  ),
  column('failed_model', 'number', 'attempts', 'Those that the model failed.', ({ counts }) => counts.failed_model),
  column(
    'failed_infra',
    'number',
    'attempts',
    'Those that infrastructure failed.',
    ({ counts }) => counts.failed_infra,
  ),
  column(
    'failed_share',
    'number',
    'share',
    'Failures by the model or a part over what was asked, of that which failed most often; above `maxFailedShare` there is no verdict.',
    ({ cell }) => {
      const worst = worstFailure(cell.failures);
      return worst === null ? null : worst.failed / worst.of;
    },
  ),
  column(
    'failed_most',
    'text',
    '',
    'What that is: attempts, calls of a role, or adaptations; blank where nothing failed.',
    ({ cell }) => {
      const worst = worstFailure(cell.failures);
      return worst === null || worst.failed === 0 ? null : worst.what;
    },
  ),
] as const;

function shareOf(part: number | null, all: number | null): number | null {
  return part === null || all === null || all === 0 ? null : part / all;
}
