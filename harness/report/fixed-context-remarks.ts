import type { CellRuns } from './cells.ts';
import { configValue } from './config-value.ts';
import { percent } from '../text/numbers.ts';
import { jointLines } from './joint-label.ts';

/** A line for each arm that is given the true lessons and has not room for them all: its score is what the budget admits, no ceiling. */
export function fixedContextRemarks(cells: readonly CellRuns[]): readonly string[] {
  const cut = cells.flatMap((cell) => {
    const { info, runs } = cell;
    const kind = info.method === 'fixed-context' ? configValue(info.config, 'method', 'kind') : undefined;
    if (kind !== 'oracle' && kind !== 'shuffled') return [];
    const stated = runs.flatMap(
      ({ rows }) => rows.find(({ round, phase }) => round === 0 && phase === 'val')?.coverage ?? [],
    );
    const least = Math.min(...stated);
    if (stated.length === 0 || least === 1) return [];
    return [{ cell, text: `states ${percent(least)} % of the lessons, those that matter to most tasks` }];
  });
  return jointLines(cut, cells).map(({ label, text }) => `cut to the budget: ${label} ${text}`);
}
