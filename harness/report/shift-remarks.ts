import { replicatedArm } from '../core/replicate.ts';
import { labelOf } from './cell-label.ts';
import type { CellRuns } from './cells.ts';
import { configValue } from './config-value.ts';
import { percent } from '../text/numbers.ts';
import { type ProbePoint, probedRounds, probePoints } from './probe-points.ts';

/**
 * What a change of lessons did to each cell, a line for each: the val score at the last probe before the round of the change and at the first one from
 * it on (which has learnt from that round), the first probe at which the mean is back where it was, and wrong statements in the context.
 */
export function shiftRemarks(cells: readonly CellRuns[]): readonly string[] {
  return cells.flatMap((cell) => {
    const atRound = configValue(cell.info.config, 'suite', 'shift', 'atRound');
    if (typeof atRound !== 'number' || replicatedArm(cell.info.arm) !== null) return [];
    const points = probePoints(cell, probedRounds([cell]));
    const before = points.findLast(({ round }) => round < atRound);
    const since = points.filter(({ round }) => round >= atRound);
    if (before === undefined || since.length === 0) {
      const last = points.at(-1)?.round ?? 0;
      return [`shift at round ${atRound}: ${labelOf(cell.info)}: not reached, the last probe is of round ${last}`];
    }
    return [`shift at round ${atRound}: ${labelOf(cell.info)}: ${whatHappened(before, since)}`];
  });
}

function whatHappened(before: ProbePoint, since: readonly ProbePoint[]): string {
  const [first, last] = [since[0]!, since.at(-1)!];
  const back = since.find(({ score }) => score !== null && before.score !== null && score >= before.score);
  const recovery =
    back === first
      ? 'no drop'
      : back === undefined
        ? `not recovered by round ${last.round}`
        : `recovered by round ${back.round}`;
  const score = `val ${percent(before.score)} (round ${before.round}) to ${percent(first.score)} (round ${first.round}), ${recovery}`;
  if (before.wrong === null || first.wrong === null || last.wrong === null) return score;
  const wrong = [before, first, last].map((point) => point.wrong!.toFixed(1)).join(' to ');
  return `${score}; wrong statements ${wrong} at the end`;
}
