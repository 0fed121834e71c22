import { type ColumnTable, op, table } from 'arquero';
import { type RoundRow, roundColumns } from './round-row.ts';
import type { RunRows } from './run-info.ts';

type Table = ColumnTable;
type Maybe = number | null;

/** One run, rolled up from its rows; null is unknown or without meaning. */
export type RunTotals = {
  readonly run: string;
  readonly attempts: number;
  readonly failed_model: number;
  readonly failed_infra: number;
  readonly val_n: Maybe;
  readonly test_n: Maybe;
  readonly final_score: Maybe;
  readonly best_score: Maybe;
  readonly tgc: Maybe;
  readonly sgc: Maybe;
  readonly context_tokens: Maybe;
  readonly bullets: Maybe;
  readonly context_tokens_mean: Maybe;
  readonly refine_ms: Maybe;
  readonly refine_embedded: Maybe;
  readonly refine_comparisons: Maybe;
  readonly maintenance_tokens: Maybe;
  readonly reflector_tokens: Maybe;
  readonly refines: Maybe;
  readonly evictions: Maybe;
  readonly evict_events: Maybe;
  readonly evict_ties: Maybe;
  readonly dropped: Maybe;
  readonly vetoed: Maybe;
  /** Of the last round's bullets, but churn, which is a mean over rounds. */
  readonly unused: Maybe;
  readonly harmful: Maybe;
  readonly conflicts: Maybe;
  readonly vague: Maybe;
  readonly churn_mean: Maybe;
  readonly rounds: number;
  readonly rounds_refined: Maybe;
  /** Largest fall of val from one probe to the next (below 0 where it always rose), falls by more than two points, and pairs of probes. */
  readonly largest_fall: Maybe;
  readonly falls: number;
  readonly probe_pairs: number;
};

/** Rows of any number of runs as one table; the columns are fixed, since arquero takes those of the first row only. */
function rowTable(rows: readonly RoundRow[]): Table {
  return table(roundColumns.map((column): [string, unknown[]] => [column, rows.map((row) => row[column])]));
}

/** Runs rolled up, one line per run that has rows. Arquero skips nulls in sums and means, so an unknown part is made to give an unknown whole. */
export function runTotals(runs: readonly RunRows[]): ReadonlyMap<string, RunTotals> {
  const rows = rowTable(runs.flatMap((run) => run.rows));
  const lines = rows
    .groupby('run')
    .rollup({ attempts: op.sum('n'), failed_model: op.sum('failed_model'), failed_infra: op.sum('failed_infra') })
    .join_left(tested(rows, 'final'), 'run')
    .join_left(tested(rows, 'best'), 'run')
    .join_left(trained(rows), 'run')
    .join_left(probed(rows), 'run')
    .objects() as readonly JoinedLine[];
  const runsById = new Map(runs.map((run) => [run.info.runId, run]));
  return new Map(lines.map((line) => [line.run, wholeRun(line, runsById.get(line.run)!)]));
}

/** A line of the joins: columns of tables without the run are undefined. */
type JoinedLine = {
  readonly [column in Exclude<keyof RunTotals, keyof FinalHealth>]: RunTotals[column] | undefined;
} & { readonly run: string };
type FinalHealth = Pick<RunTotals, 'unused' | 'harmful' | 'conflicts' | 'vague'>;

function tested(rows: Table, which: 'final' | 'best'): Table {
  const found = rows.filter(`d => d.phase === 'test' && d.which === '${which}'`);
  return which === 'best'
    ? found.select({ run: 'run', score: 'best_score' })
    : found.select({
        run: 'run',
        n: 'test_n',
        score: 'final_score',
        tgc: 'tgc',
        sgc: 'sgc',
        context_tokens: 'context_tokens',
        bullets: 'bullets',
      });
}

function trained(rows: Table): Table {
  return rows
    .filter(`d => d.phase === 'train'`)
    .derive({
      reflector:
        'd => d.reflector_input_tokens === null || d.reflector_output_tokens === null ? null : d.reflector_input_tokens + d.reflector_output_tokens',
      fired: 'd => d.refined === null ? null : d.refined > 0 ? 1 : 0',
    })
    .groupby('run')
    .rollup({
      rounds: op.count(),
      context_tokens_mean: whole('mean', 'context_tokens'),
      refine_ms: whole('sum', 'refine_ms'),
      refine_embedded: whole('sum', 'refine_embedded'),
      refine_comparisons: whole('sum', 'refine_comparisons'),
      maintenance_tokens: whole('sum', 'maintenance_tokens'),
      reflector_tokens: whole('sum', 'reflector'),
      refines: whole('sum', 'refined'),
      evictions: whole('sum', 'evicted'),
      evict_events: whole('sum', 'evict_events'),
      evict_ties: whole('sum', 'evict_ties'),
      dropped: whole('sum', 'dropped'),
      vetoed: whole('sum', 'vetoed'),
      rounds_refined: whole('sum', 'fired'),
      // The first round that has bullets has nothing to compare them with.
      churn_mean: op.mean('churn'),
    });
}

// A fall of exactly two points must not become more than two by rounding.
const twoPoints = 0.02 + 1e-9;

function probed(rows: Table): Table {
  return rows
    .filter(`d => d.phase === 'val' && d.which === 'current'`)
    .groupby('run')
    .orderby('round')
    .derive({ fall: 'd => op.lag(d.score, 1, NaN) - d.score' })
    .rollup({
      val_n: op.max('n'),
      largest_fall: op.max('fall'),
      falls: `d => op.sum(d.fall > ${twoPoints} ? 1 : 0)`,
      probe_pairs: op.valid('fall'),
    });
}

/** A sum or mean that is null where any part of it is. */
export function whole(aggregate: 'sum' | 'mean', column: string): string {
  return `d => op.invalid(d['${column}']) > 0 ? null : op.${aggregate}(d['${column}'])`;
}

function wholeRun(line: JoinedLine, { rows, bestIsFinal }: RunRows): RunTotals {
  const known = Object.fromEntries(Object.entries(line).map(([column, value]) => [column, value ?? null]));
  return {
    ...(known as unknown as RunTotals),
    ...finalHealth(rows),
    best_score: line.best_score ?? (bestIsFinal ? (line.final_score ?? null) : null),
    // Without a round there is but one context.
    context_tokens_mean: (line.rounds === undefined ? line.context_tokens : line.context_tokens_mean) ?? null,
    rounds: line.rounds ?? 0,
    falls: line.falls ?? 0,
    probe_pairs: line.probe_pairs ?? 0,
  };
}

function finalHealth(rows: readonly RoundRow[]): FinalHealth {
  const last = rows.findLast(({ phase }) => phase === 'train');
  const { unused = null, harmful = null, conflicts = null, vague = null } = last ?? {};
  return { unused, harmful, conflicts, vague };
}
