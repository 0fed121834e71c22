import { replicatedArm } from '../core/replicate.ts';
import { percentInterval } from '../text/numbers.ts';
import { cellLabel } from './cell-label.ts';
import type { CellRuns } from './cells.ts';
import { configValue } from './config-value.ts';
import type { SummaryRow } from './summary-columns.ts';

/** What a context with all true lessons scores, a line for each arm that is given them; that there is none, where a suite has lessons and no such arm. */
export function ceilingRemarks(cells: readonly CellRuns[], rows: readonly SummaryRow[]): readonly string[] {
  const knowsLessons = cells.some(({ runs }) => runs.some((run) => run.rows.some(({ coverage }) => coverage !== null)));
  if (!knowsLessons) return [];
  const oracles = rows.filter((_row, index) => isCeiling(cells[index]!));
  if (oracles.length === 0)
    return ['ceiling: not measured; an arm { method: fixed-context, kind: oracle } measures it'];
  return oracles.map(
    (row) => `ceiling: ${cellLabel(row)} ${percentInterval(row.score, row.score_high)} % (the true lessons, given)`,
  );
}

function isCeiling({ info }: CellRuns): boolean {
  const isOracle = info.method === 'fixed-context' && configValue(info.config, 'method', 'kind') === 'oracle';
  return isOracle && replicatedArm(info.arm) === null;
}
