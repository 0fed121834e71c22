import type { RowAxes } from './cell-label.ts';
import type { RowOf } from './column.ts';
import { changeColumns } from './columns/changes.ts';
import { failureColumns } from './columns/failures.ts';
import { healthColumns } from './columns/health.ts';
import { identityColumns } from './columns/identity.ts';
import { kindColumns } from './columns/kinds.ts';
import { otherCostColumns } from './columns/other-costs.ts';
import { readingColumns } from './columns/readings.ts';
import { refineCostColumns } from './columns/refine-cost.ts';
import { roleUsageColumns } from './columns/role-usage.ts';
import { column } from './columns/round-column.ts';
import { scoreColumns } from './columns/scores.ts';
import { textColumns } from './columns/text-changes.ts';

/**
 * The columns of rounds.csv in their order; those of matrix axes follow. A row is a run's attempts in one round and phase with one context. What the
 * round did and cost sits on its learning row (phase train or online) alone.
 */
export const roundColumns = [
  ...identityColumns,
  ...scoreColumns,
  ...changeColumns,
  ...refineCostColumns,
  ...roleUsageColumns,
  column('usd', 'number', 'USD', 'Cost; blank, since no price is known to the records.', (): number | null => null),
  ...textColumns,
  ...healthColumns,
  ...otherCostColumns,
  ...failureColumns,
  ...readingColumns,
  ...kindColumns,
] as const;

/** One line of rounds.csv, a cell for each of its columns and matrix axes. */
export type RoundRow = RowOf<typeof roundColumns> & RowAxes;
