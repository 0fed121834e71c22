import { type ColumnTable, op, table } from 'arquero';
import type { ReadingCounts } from '../core/readings.ts';
import { readingsIn } from './reading-remark.ts';
import type { Column, FigureOf, RunFigure } from './column.ts';
import { type FailureCount, failureCounts } from './failure-shares.ts';
import { type RoundRow, roundColumns } from './round-columns.ts';
import type { RunRows } from './run-rows.ts';

type Maybe = number | null;

/** The figures of a run that columns of rounds.csv name. */
export type RunFigures = { readonly [figure in FigureOf<typeof roundColumns>]: Maybe };

/** One run, rolled up from its rows; null is unknown or without meaning. */
export type RunTotals = RunFigures & {
  readonly run: string;
  readonly attempts: number;
  readonly failed_model: number;
  readonly failed_infra: number;
  readonly failures: readonly FailureCount[];
  /** What had to be done to read replies, over all its rows. */
  readonly readings: ReadingCounts;
  readonly val_n: Maybe;
  readonly test_n: Maybe;
  readonly best_score: Maybe;
  readonly rounds: number;
  readonly rounds_refined: Maybe;
  /** Mean val score of the last third of the probes, and by how much the best one exceeds it; null without a probe. */
  readonly val_tail: Maybe;
  readonly val_drop: Maybe;
  /** Largest fall of val from one probe to the next (below 0 where it always rose), falls by more than two points, and pairs of probes. */
  readonly largest_fall: Maybe;
  readonly falls: number;
  readonly probe_pairs: number;
};

/** Columns of rounds.csv, whatever their rows are made of. */
export type RoundColumns = readonly Pick<Column, 'name' | 'unit' | 'meaning' | 'figures'>[];

/** A figure of a run: the column that it is made of, and how. */
export type NamedFigure = {
  readonly figure: keyof RunFigures;
  readonly column: keyof RoundRow;
  readonly how: RunFigure;
  readonly unit: string;
  readonly meaning: string;
};

/** The figures that columns name, in the order of the columns. */
export function figuresOf(columns: RoundColumns): readonly NamedFigure[] {
  const figures = columns.flatMap(({ name, unit, meaning, figures }) =>
    Object.entries(figures).map(([figure, how]) => {
      const whole = `${meaning} ${figureTexts[how]}, as a mean over complete runs.`;
      return { figure, column: name, how, unit, meaning: whole };
    }),
  );
  // Columns from outside have names that no type knows.
  return figures as unknown as readonly NamedFigure[];
}

const figureTexts: { readonly [how in RunFigure]: string } = {
  sum: 'Sum over the rounds of a run',
  mean: 'Mean over the rounds of a run',
  meanKnown: 'Mean over the rounds of a run that have one',
  last: 'After the last round',
  tested: 'Of the final context on test; online, of all attempts',
};

/** Runs rolled up, one line per run that has rows. */
export function runTotals(
  runs: readonly RunRows[],
  figures: readonly NamedFigure[] = figuresOf(roundColumns),
): ReadonlyMap<string, RunTotals> {
  return new Map(
    runs.flatMap((run) => (run.rows.length === 0 ? [] : [[run.info.runId, totalsOf(run, figures)] as const])),
  );
}

function totalsOf({ info, rows: all, probes, bestIsFinal }: RunRows, figures: readonly NamedFigure[]): RunTotals {
  // The best on val is the final context: one set of attempts.
  const rows = bestIsFinal ? all.filter(({ which }) => which !== 'best') : all;
  const learning = rows.filter(({ phase }) => phase === 'train' || phase === 'online');
  const tested = testedRow(rows);
  const best = rows.find(({ phase, which }) => phase === 'test' && which === 'best')?.score ?? null;
  const sum = (column: 'n' | 'failed_model' | 'failed_infra'): number =>
    rows.reduce((total, row) => total + row[column], 0);
  const valSizes = rows.flatMap(({ phase, which, n }) => (phase === 'val' && which === 'current' ? [n] : []));
  const refined = learning.map((row) => row.refined);
  const columns = valuesOf(figures, learning, tested);
  return {
    run: info.runId,
    ...columns,
    attempts: sum('n'),
    failed_model: sum('failed_model'),
    failed_infra: sum('failed_infra'),
    failures: failureCounts(rows),
    readings: readingsIn(rows),
    val_n: valSizes.length === 0 ? null : Math.max(...valSizes),
    test_n: tested?.n ?? null,
    best_score: best ?? (bestIsFinal ? (tested?.score ?? null) : null),
    rounds: learning.length,
    rounds_refined:
      learning.length === 0 || refined.includes(null) ? null : refined.filter((passes) => passes! > 0).length,
    ...tailOf(probes),
    ...fallsOf(probes),
  };
}

/** The row of the final context on test; of an online run, all its attempts together. */
function testedRow(rows: readonly RoundRow[]): Partial<RoundRow> | null {
  const online = rows.filter(({ phase }) => phase === 'online');
  const last = online.at(-1);
  if (last === undefined) return rows.find(({ phase, which }) => phase === 'test' && which === 'final') ?? null;
  const pooled = (column: 'score' | 'tgc'): Maybe =>
    online.reduce((sum, row) => sum + (row[column] ?? 0) * row.n, 0) / online.reduce((sum, { n }) => sum + n, 0);
  const n = online.reduce((sum, row) => sum + row.n, 0);
  if (n === 0) return null;
  return {
    n,
    score: pooled('score'),
    tgc: pooled('tgc'),
    sgc: null,
    bullets: last.bullets,
    context_tokens: last.context_tokens,
  };
}

function valuesOf(
  figures: readonly NamedFigure[],
  learning: readonly RoundRow[],
  tested: Partial<RoundRow> | null,
): RunFigures {
  const rows = table(
    figures.map(({ column }): [string, unknown[]] => [column, learning.map((row) => row[column])]),
  ) as ColumnTable;
  const rolled = figures.filter(({ how }) => how === 'sum' || how === 'mean' || how === 'meanKnown');
  const sums = rows
    .rollup(
      Object.fromEntries(
        rolled.map(({ figure, column, how }) => [
          figure,
          how === 'meanKnown' ? op.mean(column) : whole(how as 'sum' | 'mean', column),
        ]),
      ),
    )
    .object() as { readonly [figure: string]: Maybe | undefined };
  const last = learning.at(-1);
  return Object.fromEntries(
    figures.map(({ figure, column, how }) => {
      const value =
        how === 'tested' || (learning.length === 0 && how !== 'sum')
          ? tested?.[column]
          : how === 'last'
            ? last?.[column]
            : learning.length === 0
              ? null
              : sums[figure];
      return [figure, value ?? null];
    }),
  ) as RunFigures;
}

/** A sum or mean that is null where any part of it is: Arquero skips nulls. */
export function whole(aggregate: 'sum' | 'mean', column: string): string {
  return `d => op.invalid(d['${column}']) > 0 ? null : op.${aggregate}(d['${column}'])`;
}

/** The final score alone is read at whatever point of growth and eviction the last round happens to be. */
function tailOf(probes: RunRows['probes']): Pick<RunTotals, 'val_tail' | 'val_drop'> {
  if (probes.length === 0) return { val_tail: null, val_drop: null };
  const scores = probes.map(({ score }) => score);
  const last = scores.slice(-Math.ceil(scores.length / 3));
  const tail = last.reduce((sum, score) => sum + score, 0) / last.length;
  return { val_tail: tail, val_drop: Math.max(...scores) - tail };
}

// A fall of exactly two points must not become more than two by rounding.
const twoPoints = 0.02 + 1e-9;

function fallsOf(probes: RunRows['probes']): Pick<RunTotals, 'largest_fall' | 'falls' | 'probe_pairs'> {
  const falls = probes.slice(1).map(({ score }, index) => probes[index]!.score - score);
  return {
    largest_fall: falls.length === 0 ? null : Math.max(...falls),
    falls: falls.filter((fall) => fall > twoPoints).length,
    probe_pairs: falls.length,
  };
}
