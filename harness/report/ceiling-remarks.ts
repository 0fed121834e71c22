import { replicatedArm } from '../core/replicate.ts';
import { percentInterval } from '../text/numbers.ts';
import type { CellRuns } from './cells.ts';
import { configValue } from './config-value.ts';
import { jointLines } from './joint-label.ts';
import type { SummaryRow } from './summary-columns.ts';

/** What a context with all true lessons scores, a line for each arm that is given them; that it is unknown, where a suite has lessons and no such arm. */
export function ceilingRemarks(cells: readonly CellRuns[], rows: readonly SummaryRow[]): readonly string[] {
  const knowsLessons = cells.some(({ runs }) => runs.some((run) => run.rows.some(({ coverage }) => coverage !== null)));
  if (!knowsLessons) return [];
  const ceilings = cells.flatMap((cell, index) => {
    const { score, score_high: high } = rows[index]!;
    return isCeiling(cell) ? [{ cell, text: `${percentInterval(score, high)} %` }] : [];
  });
  if (ceilings.length === 0)
    return ['ceiling: not measured; an arm { method: fixed-context, kind: oracle } measures it'];
  return jointLines(ceilings, cells).map(({ label, text }) => `ceiling: ${label} ${text} (the true lessons, given)`);
}

function isCeiling({ info }: CellRuns): boolean {
  const isOracle = info.method === 'fixed-context' && configValue(info.config, 'method', 'kind') === 'oracle';
  return isOracle && replicatedArm(info.arm) === null;
}
