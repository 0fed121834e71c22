import { csvText } from '../text/csv.ts';
import { settingLabels, type SweepReport } from './sweep-report.ts';

/**
 * A sweep as CSV, one row per setting and round: counts of the round, `orphaned_share` and `exceeds_orphan_limit` of the whole setting. What is unknown
 * or without meaning is blank. Text that a spreadsheet would take for a formula gets an apostrophe in front.
 */
export function sweepCsv({ run, embedder, results }: SweepReport): string {
  const rows = results.flatMap(({ setting, recorded, exceedsOrphanLimit, orphanedShare, rows }) => {
    const labels = settingLabels(setting);
    const meant = (label: string): string => (label === '-' ? '' : label);
    return rows.map((row) => ({
      run,
      embedder,
      refine_mode: labels.mode,
      threshold: setting.mode === 'off' ? null : setting.threshold,
      guards: meant(labels.guards),
      on_duplicate: meant(labels.onDuplicate),
      scope: meant(labels.scope),
      recorded,
      orphaned_share: orphanedShare,
      exceeds_orphan_limit: exceedsOrphanLimit,
      round: row.round,
      named_ops: row.named,
      orphaned_ops: row.orphaned,
      context_tokens: row.contextTokens,
      bullets: row.bullets,
      refines: row.refines,
      merged: row.merged,
      vetoed: row.vetoed,
      evicted: row.evicted,
      compared: row.compared,
      redundancy: row.redundancy,
      coverage: row.coverage,
      retention: row.retention,
    }));
  });
  return csvText(rows);
}
