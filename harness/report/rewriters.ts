import { cellLabel } from './cell-label.ts';
import type { CellRuns } from './cells.ts';
import { configValue } from './config-value.ts';
import { isSimulated } from './report-head.ts';
import type { SummaryRow } from './summary-columns.ts';

/** True where a model wrote the context anew: text without bullets, and tokens written to maintain it. */
export function isRewriter({ bullets, maintenance_output_tokens: written }: SummaryRow): boolean {
  return bullets === null && written !== null && written > 0;
}

/** That a simulated rewrite forgets nothing, a line for all cells that are rewritten so: it flatters them. */
export function rewriterRemarks(cells: readonly CellRuns[], rows: readonly SummaryRow[]): readonly string[] {
  const flattered = cells.flatMap((cell, index) => {
    const forgets = ['omission', 'collapse'].some((key) => configValue(cell.info.config, 'model', key) !== 0);
    return isSimulated(cell.info) && !forgets && isRewriter(rows[index]!) ? [cellLabel(rows[index]!)] : [];
  });
  if (flattered.length === 0) return [];
  return [
    `best case for rewriting: ${flattered.join(', ')} (omission=0 and collapse=0: a simulated rewrite forgets nothing)`,
  ];
}
