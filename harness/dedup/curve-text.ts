import { counted } from '../text/numbers.ts';
import { aligned } from '../text/tables.ts';
import type { MergePoint } from './merge-curve.ts';

/** A playbook file, or what a run added. */
export type CurveSource = {
  readonly name: string;
  /** What it is made of. */
  readonly kind: 'bullets' | 'lessons';
  /** How many of them were taken, the first ones, and how many there are. */
  readonly taken: number;
  readonly all: number;
  readonly points: readonly MergePoint[];
};

export type CurveReport = {
  /** What the thresholds belong to. */
  readonly embedder: string;
  readonly sources: readonly CurveSource[];
  /** What they are compared with; null where that was not asked for. */
  readonly against: CurveSource | null;
  /** Of the mean over sources from `against`, as a share; null without one. */
  readonly largestDifference: number | null;
};

/** A line per threshold: the share merged as a mean over sources, beside what it is compared with, and of the merges those that join different rules. */
export function curveText({ embedder, sources, against, largestDifference }: CurveReport): string {
  const several = sources.length > 1;
  const knowsRules = sources.some(({ points }) => points.some(({ joined }) => joined !== null));
  const head = [
    'cosine >',
    several ? 'merged % (mean)' : 'merged %',
    ...(several ? ['least', 'most'] : []),
    ...(against === null ? [] : ['against %', 'difference']),
    ...(knowsRules ? ['merges', 'of different rules %', 'opposite %'] : []),
  ];
  const rows = sources[0]!.points.map(({ threshold }, at) => {
    const points = sources.map((source) => source.points[at]!);
    const shares = points.map(({ share }) => share);
    const other = against?.points[at]?.share;
    return [
      String(threshold),
      percent(mean(shares)),
      ...(several ? [percent(Math.min(...shares)), percent(Math.max(...shares))] : []),
      ...(other === undefined ? [] : [percent(other), signed(mean(shares) - other)]),
      ...(knowsRules ? joinedCells(points) : []),
    ];
  });
  return [
    `dedup curve by ${embedder}`,
    ...sources.map(sourceLine),
    ...(against === null ? [] : [`against ${sourceLine(against)}`]),
    'merged: bullets that one pass of refine drops as duplicates of elder ones, no guards, over all bullets',
    '',
    ...aligned([head, ...rows]),
    ...(largestDifference === null ? [] : ['', `largest difference: ${(largestDifference * 100).toFixed(1)} points`]),
    ...(knowsRules ? ['of different rules, opposite: over merges of two texts that state rules of the suite'] : []),
  ].join('\n');
}

/** The mean share merged at each threshold, over sources. */
export function meanShares(sources: readonly CurveSource[]): readonly number[] {
  return sources[0]!.points.map((_point, at) => mean(sources.map(({ points }) => points[at]!.share)));
}

function sourceLine({ name, kind, taken, all }: CurveSource): string {
  const what = counted(all, kind === 'bullets' ? 'bullet' : 'lesson');
  return taken === all ? `${name}: ${what}` : `${name}: the first ${taken} of ${what}`;
}

function joinedCells(points: readonly MergePoint[]): readonly string[] {
  const sum = (of: (point: MergePoint) => number): number => points.reduce((total, point) => total + of(point), 0);
  const known = sum(({ joined }) => joined?.known ?? 0);
  const share = (part: number): string => (known === 0 ? '' : percent(part / known));
  return [
    String(known),
    share(sum(({ joined }) => joined?.differentRules ?? 0)),
    share(sum(({ joined }) => joined?.opposite ?? 0)),
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}

function signed(difference: number): string {
  const text = percent(difference);
  return difference > 0 ? `+${text}` : text;
}
