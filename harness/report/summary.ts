import { from, op } from 'arquero';
import { meanInterval, pairedDifference } from '../stats/mean-intervals.ts';
import { sampleDeviation } from '../stats/descriptive.ts';
import { type CellRuns, controlOf, groupCells } from './cells.ts';
import { refinePasses } from './refine-passes.ts';
import { rowAxes } from './row-axes.ts';
import type { RunRows } from './run-info.ts';
import { whole } from './run-totals.ts';
import type { SummaryRow } from './summary-row.ts';

const level = 0.95;

/**
 * One row per cell in the order in which runs name them. Means, deviations and 95 % t intervals are over runs and leave incomplete runs
 * out; differences are to the cell of the suite's control arm, paired by seed.
 */
export function summarize(runs: readonly RunRows[]): readonly SummaryRow[] {
  const cells = groupCells(runs);
  const means = meansOf(cells);
  return cells.map((cell) => toSummaryRow(cell, means.get(cell.key) ?? null, controlOf(cells, cell)));
}

const meanColumns = [
  'tgc',
  'sgc',
  'context_tokens',
  'bullets',
  'context_tokens_mean',
  'refine_ms',
  'refine_embedded',
  'refine_comparisons',
  'maintenance_tokens',
  'reflector_tokens',
  'refines',
  'evictions',
  'dropped',
  'vetoed',
  'evict_events',
  'unused',
  'harmful',
  'conflicts',
  'vague',
  'churn_mean',
] as const;

type CellMeans = { readonly [column in (typeof meanColumns)[number]]: number | null } & {
  readonly cell: string;
  readonly test_n: number | null;
  readonly test_n_max: number | null;
  readonly val_n: number | null;
  readonly rounds: number;
  readonly rounds_refined: number | null;
  readonly all_evictions: number | null;
  readonly all_evict_ties: number | null;
  readonly largest_fall: number | null;
  readonly falls: number;
  readonly probe_pairs: number;
};

function meansOf(cells: readonly CellRuns[]): ReadonlyMap<string, CellMeans> {
  const totals = cells.flatMap((cell) => cell.complete.map((run) => ({ cell: cell.key, ...run })));
  if (totals.length === 0) return new Map();
  const lines = from(totals)
    .groupby('cell')
    .rollup({
      ...Object.fromEntries(meanColumns.map((column) => [column, whole('mean', column)])),
      test_n: op.min('test_n'),
      test_n_max: op.max('test_n'),
      val_n: op.max('val_n'),
      rounds: op.sum('rounds'),
      rounds_refined: whole('sum', 'rounds_refined'),
      all_evictions: whole('sum', 'evictions'),
      all_evict_ties: whole('sum', 'evict_ties'),
      largest_fall: op.max('largest_fall'),
      falls: op.sum('falls'),
      probe_pairs: op.sum('probe_pairs'),
    })
    .objects() as readonly CellMeans[];
  return new Map(lines.map((line) => [line.cell, line]));
}

function toSummaryRow(cell: CellRuns, means: CellMeans | null, control: CellRuns | null): SummaryRow {
  const { info, complete } = cell;
  const scores = [...cell.scores.values()];
  const final = meanInterval(scores, level);
  const best = bestInterval(cell);
  const difference = control === null ? null : pairedDifference(cell.scores, control.scores, level);
  const mean = (column: (typeof meanColumns)[number]): number | null => means?.[column] ?? null;
  const total = (column: 'attempts' | 'failed_model' | 'failed_infra'): number =>
    cell.all.reduce((sum, run) => sum + run[column], 0);
  const probePairs = means?.probe_pairs ?? 0;
  return {
    experiment: info.experiment,
    suite: info.suite,
    arm: info.arm,
    method: info.method,
    refine_mode: info.refineMode,
    threshold: info.threshold,
    embedder: info.embedderId,
    runs: complete.length,
    runs_incomplete: cell.runs.length - complete.length,
    test_n: means?.test_n ?? null,
    test_n_max: means?.test_n_max ?? null,
    val_n: means?.val_n ?? null,
    score: final.mean,
    score_unit: info.suiteAbout.scoreUnit,
    score_low: final.low,
    score_high: final.high,
    score_sd: sampleDeviation(scores),
    best_score: best.mean,
    best_low: best.low,
    best_high: best.high,
    tgc: mean('tgc'),
    sgc: mean('sgc'),
    control: control?.info.arm ?? null,
    diff: difference?.mean ?? null,
    diff_low: difference?.low ?? null,
    diff_high: difference?.high ?? null,
    diff_pairs: difference?.n ?? null,
    context_tokens: mean('context_tokens'),
    bullets: mean('bullets'),
    context_tokens_mean: mean('context_tokens_mean'),
    refine_ms: mean('refine_ms'),
    refine_embedded: mean('refine_embedded'),
    refine_comparisons: mean('refine_comparisons'),
    maintenance_tokens: mean('maintenance_tokens'),
    reflector_tokens: mean('reflector_tokens'),
    refines: mean('refines'),
    evictions: mean('evictions'),
    dropped: mean('dropped'),
    vetoed: mean('vetoed'),
    evict_events: mean('evict_events'),
    evict_tie_share: shareOf(means?.all_evict_ties ?? null, means?.all_evictions ?? null),
    ...refinePasses(cell.runs.filter(({ status }) => status === 'complete')),
    unused: mean('unused'),
    harmful: mean('harmful'),
    conflicts: mean('conflicts'),
    vague: mean('vague'),
    churn_mean: mean('churn_mean'),
    val_largest_drop: probePairs === 0 ? null : Math.max(0, means?.largest_fall ?? 0),
    val_share_falls: probePairs === 0 ? null : (means?.falls ?? 0) / probePairs,
    rounds: means?.rounds ?? 0,
    rounds_refined: means?.rounds_refined ?? null,
    attempts: total('attempts'),
    failed_model: total('failed_model'),
    failed_infra: total('failed_infra'),
    ...rowAxes(info.axes),
  };
}

function shareOf(part: number | null, all: number | null): number | null {
  return part === null || all === null || all === 0 ? null : part / all;
}

/** Blank unless every complete run has a best-on-val score: a mean over some of them would be over the luckier ones. */
function bestInterval({ complete }: CellRuns): ReturnType<typeof meanInterval> {
  const scores = complete.flatMap(({ best_score }) => (best_score === null ? [] : [best_score]));
  return scores.length === complete.length
    ? meanInterval(scores, level)
    : { n: scores.length, mean: null, low: null, high: null };
}
