/** One measured figure; a target is a bound from above. */
export type BenchRow = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target: number | null;
  readonly note: string;
};

/** Rows as lines, with whether each met its target. */
export function rowsText(rows: readonly BenchRow[]): string {
  return rows
    .map(({ name, value, unit, target, note }) => {
      const verdict = target === null ? '' : value <= target ? `, target ${target}: met` : `, target ${target}: MISSED`;
      return `${name}: ${value.toPrecision(3)} ${unit}${verdict} (${note})`;
    })
    .join('\n');
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
