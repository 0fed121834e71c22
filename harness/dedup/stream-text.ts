import type { Interval } from '../stats/mean-intervals.ts';
import { aligned } from '../text/tables.ts';
import { contradictingPairs } from './stream-losses.ts';
import type { LabelledStream } from './stream-bullets.ts';
import type { StreamResult } from './stream-measure.ts';
import { guardsLabel } from './sweep-report.ts';

export type StreamReport = {
  /** What the thresholds belong to. */
  readonly embedder: string;
  readonly source: string;
  readonly orders: number;
  readonly seed: number;
  readonly streams: readonly LabelledStream[];
  readonly results: readonly StreamResult[];
};

/** A line per setting: means over streams with their intervals. */
export function streamText({ embedder, source, orders, seed, streams, results }: StreamReport): string {
  const families = streams.map((stream) => stream.families);
  const [fewest, most] = [Math.min(...families), Math.max(...families)];
  const length = streams[0]!.bullets.length;
  const rows = results.map(({ threshold, guards, figures }) => [
    guardsLabel(guards),
    String(threshold),
    shown(figures.left, 1, 0),
    shown(figures.rulesLost, 1, 1),
    shown(figures.rulesLostShare, 100, 1),
    shown(figures.surplus, 1, 1),
    shown(figures.contradictionsKept, 100, 1),
  ]);
  return [
    `dedup streams of ${embedder}`,
    `on ${source}: ${streams.length} streams of ${length} bullets of ${fewest} to ${most} families, ${orders} orders of each (seed ${seed})`,
    `means over streams, [95 % t over n = ${streams.length} streams, which share families]`,
    '',
    ...aligned([
      ['guards', 'cosine >', 'bullets left', 'rules lost', 'of them %', 'surplus left', 'contradictions kept %'],
      ...rows,
    ]),
    '',
    `before: ${meanOf(streams, meanings)} meanings of rules, ${meanOf(streams, surplusOf)} bullets beyond one per meaning,`,
    `  ${meanOf(streams, ({ bullets }) => contradictingPairs(bullets).length)} contradictions of a rule that is there, per stream`,
    'rules lost: rules and related rules that no bullet says any more; surplus: bullets beyond one per meaning',
    'contradictions kept: of pairs of a rule and what contradicts it, both said, those of which both are left',
  ].join('\n');
}

function meanings({ bullets }: LabelledStream): number {
  return new Set(bullets.filter(({ role }) => role !== 'contradiction').map(({ meaning }) => meaning)).size;
}

function surplusOf({ bullets }: LabelledStream): number {
  return bullets.length - new Set(bullets.map(({ meaning }) => meaning)).size;
}

function meanOf(streams: readonly LabelledStream[], of: (stream: LabelledStream) => number): string {
  return (streams.reduce((sum, stream) => sum + of(stream), 0) / streams.length).toFixed(1);
}

function shown({ mean, low, high }: Interval, factor: number, digits: number): string {
  if (mean === null) return '';
  const text = (value: number): string => (value * factor).toFixed(digits);
  return low === null || high === null ? text(mean) : `${text(mean)} [${text(low)}, ${text(high)}]`;
}
