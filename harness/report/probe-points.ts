import { mean } from '../stats/descriptive.ts';
import type { CellRuns } from './cells.ts';
import { plus } from '../core/usage.ts';
import type { Probe, RunRows } from './run-rows.ts';

/** A cell at one probed round: means over its complete runs. Costs are those of all rounds since the point before. */
export type ProbePoint = {
  readonly round: number;
  readonly runs: number;
  readonly score: number | null;
  readonly contextTokens: number | null;
  readonly comparisons: number | null;
  readonly maintenanceInputTokens: number | null;
  readonly maintenanceOutputTokens: number | null;
  /** Wrong statements in the context. */
  readonly wrong: number | null;
};

/** The rounds at which some complete run of the cells probed val, ascending. */
export function probedRounds(cells: readonly CellRuns[]): readonly number[] {
  const rounds = new Set<number>();
  for (const run of cells.flatMap(completeRuns)) for (const { round } of run.probes) rounds.add(round);
  return [...rounds].sort((a, b) => a - b);
}

/** The cell at those of the given rounds that it probed, or of which it is known without. */
export function probePoints(cell: CellRuns, rounds: readonly number[]): readonly ProbePoint[] {
  const runs = completeRuns(cell);
  return rounds.flatMap((round, index) => {
    const probes = runs.flatMap((run) => probeAt(run, round) ?? []);
    if (probes.length === 0) return [];
    const after = index === 0 ? -1 : rounds[index - 1]!;
    return {
      round,
      runs: probes.length,
      score: meanKnown(probes.map(({ score }) => score)),
      contextTokens: meanKnown(probes.map(({ contextTokens }) => contextTokens)),
      comparisons: meanKnown(runs.map((run) => spent(run, after, round, 'refine_comparisons'))),
      maintenanceInputTokens: meanKnown(runs.map((run) => spent(run, after, round, 'maintenance_input_tokens'))),
      maintenanceOutputTokens: meanKnown(runs.map((run) => spent(run, after, round, 'maintenance_output_tokens'))),
      wrong: meanKnown(probes.map(({ wrong }) => wrong)),
    };
  });
}

/** The probe of a round. A context that never changes is probed again only where its suite has changed: until then the last one stands. */
function probeAt({ probes, rows }: RunRows, round: number): Probe | undefined {
  const learns = rows.some(({ phase }) => phase === 'train' || phase === 'online');
  return probes.findLast((probe) => (learns ? probe.round === round : probe.round <= round));
}

/** At most `most` of the rounds, evenly spread, the first and the last among them. */
export function thinRounds(rounds: readonly number[], most: number): readonly number[] {
  if (rounds.length <= most) return rounds;
  return Array.from({ length: most }, (_, index) => rounds[Math.round((index * (rounds.length - 1)) / (most - 1))]!);
}

function completeRuns(cell: CellRuns): readonly RunRows[] {
  return cell.runs.filter((run) => run.status === 'complete');
}

/** Null where no round lies between (nothing could be spent, nothing is meant) or some round's cost is unknown. */
function spent(
  { rows }: RunRows,
  after: number,
  upTo: number,
  column: 'refine_comparisons' | 'maintenance_input_tokens' | 'maintenance_output_tokens',
): number | null {
  const trained = rows.filter((row) => row.phase === 'train' && row.round > after && row.round <= upTo);
  return trained.length === 0 ? null : trained.reduce((sum: number | null, row) => plus(sum, row[column]), 0);
}

/** The mean, null where any value is. */
function meanKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? mean(known) : null;
}
