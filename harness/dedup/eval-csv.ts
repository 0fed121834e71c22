import { csvText } from '../text/csv.ts';
import type { CurvePoint, DedupReport, SetResult } from './evaluate-dedup.ts';
import type { Estimate } from './family-bootstrap.ts';
import { pairClassNames } from './labelled-pair.ts';

type Cell = string | number | null;

/**
 * The curves as CSV, one row per guard set and threshold: shares with the ends of their intervals, blank where undefined. Text that a
 * spreadsheet would take for a formula gets an apostrophe in front.
 */
export function dedupCsv(report: DedupReport): string {
  const rows = report.sets.flatMap((set) => set.curve.map((point) => rowOf(report, set, point)));
  return csvText(rows);
}

function rowOf(report: DedupReport, set: SetResult, point: CurvePoint): { readonly [column: string]: Cell } {
  const falseMerges = pairClassNames.filter((name) => name !== 'duplicate');
  return {
    embedder: report.embedder,
    pairs: report.source,
    guards: set.name,
    threshold: point.threshold,
    ...withInterval('precision', point.precision),
    ...withInterval('recall', point.merged.duplicate),
    ...withInterval('f1', point.f1),
    ...Object.assign({}, ...falseMerges.map((name) => withInterval(`merged_${name}`, point.merged[name]))),
    merged_contradiction_bound: point.bound,
    ...withInterval('vetoed_duplicate', set.vetoed.duplicate),
  };
}

function withInterval(name: string, { value, low, high }: Estimate): { readonly [column: string]: Cell } {
  return { [name]: value, [`${name}_low`]: low, [`${name}_high`]: high };
}
