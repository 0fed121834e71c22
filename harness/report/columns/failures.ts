import type { FailedRole } from '../../core/failure.ts';
import { column, learnt } from './round-column.ts';

// Which attempts of the row failed by whom, then what failed while the round learnt.
export const failureColumns = [
  column('failed_generator', 'number', 'attempts', 'Attempts of the row that the generator failed.', ({ trials }) =>
    failedBy(trials, 'generator'),
  ),
  column('failed_judge', 'number', 'attempts', 'Those whose judge failed.', ({ trials }) => failedBy(trials, 'judge')),
  column('failed_suite', 'number', 'attempts', 'Those in which the suite threw.', ({ trials }) =>
    failedBy(trials, 'suite'),
  ),
  column(
    'failed_rendering',
    'number',
    'attempts',
    'Those for which the method could not render the context.',
    ({ trials }) => failedBy(trials, 'method'),
  ),
  learnt(
    'failed_reflector',
    'number',
    'calls',
    'Reflections that came to nothing.',
    ({ sum }) => sum.failed.reflector ?? 0,
  ),
  learnt('failed_curator', 'number', 'calls', 'Curations that came to nothing.', ({ sum }) => sum.failed.curator ?? 0),
  learnt('failed_rewriter', 'number', 'calls', 'Rewrites that came to nothing.', ({ sum }) => sum.failed.rewriter ?? 0),
  learnt(
    'failed_merger',
    'number',
    'calls',
    'Merged texts that were not written.',
    ({ sum }) => sum.failed.merger ?? 0,
  ),
  learnt(
    'failed_adaptation',
    'number',
    'adaptations',
    'Adaptations that failed as a whole and left the context as it was.',
    ({ sum }) => (sum.failed.method ?? 0) + (sum.failed.embedder ?? 0) + (sum.failed.suite ?? 0),
  ),
  learnt('rewriter_calls', 'number', 'calls', 'Calls by the rewriter.', ({ sum }) => sum.calls.rewriter ?? 0),
  learnt('merger_calls', 'number', 'calls', 'Calls by the merger of texts.', ({ sum }) => sum.calls.merger ?? 0),
] as const;

function failedBy({ failedBy }: { readonly failedBy: { readonly [role in FailedRole]?: number } }, role: FailedRole) {
  return failedBy[role] ?? 0;
}
