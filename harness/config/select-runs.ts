import picomatch from 'picomatch';
import { UserError } from '../core/failure.ts';

const shownIds = 3;

/** The runs whose id matches a glob, or contains the pattern where it is none. Throws UserError where that is no run at all. */
export function selectRuns<R extends { readonly runId: string }>(runs: readonly R[], pattern: string): readonly R[] {
  const { isGlob, negated } = picomatch.scan(pattern);
  const matches = isGlob || negated ? picomatch(pattern) : (id: string) => pattern !== '' && id.includes(pattern);
  const selected = runs.filter(({ runId }) => matches(runId));
  if (selected.length > 0) return selected;
  const ids = runs.slice(0, shownIds).map(({ runId }) => runId);
  const more = runs.length > shownIds ? ` and ${runs.length - shownIds} more` : '';
  throw new UserError(
    `Cannot select runs: expected a pattern that fits some of the run ids ${ids.join(', ')}${more}, found "${pattern}"`,
  );
}
