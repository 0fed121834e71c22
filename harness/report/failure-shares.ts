import type { RoundRow } from './round-columns.ts';

/** What can fail by the model or by a part, with the word for one of it. */
const kinds = {
  attempts: 'attempt',
  reflector: 'call of the reflector',
  curator: 'call of the curator',
  rewriter: 'call of the rewriter',
  merger: 'call of the merger',
  adaptations: 'adaptation',
} as const;
export type FailureKindCounted = keyof typeof kinds;
const names = Object.keys(kinds) as readonly FailureKindCounted[];

/** How many failed of how many; `of` is 0 where none was asked for. */
export type FailureCount = { readonly what: FailureKindCounted; readonly failed: number; readonly of: number };

/** What failed in a run, over all its rows, by what can fail. A call that failed to come counts as one that was asked for. */
export function failureCounts(rows: readonly RoundRow[]): readonly FailureCount[] {
  const sum = (numberOf: (row: RoundRow) => number | null): number =>
    rows.reduce((total, row) => total + (numberOf(row) ?? 0), 0);
  const calls = (role: 'reflector' | 'curator' | 'rewriter' | 'merger'): FailureCount => {
    const failed = sum((row) => row[`failed_${role}`]);
    return {
      what: role,
      failed,
      of: Math.max(
        failed,
        sum((row) => row[`${role}_calls`]),
      ),
    };
  };
  return [
    { what: 'attempts', failed: sum((row) => row.failed_model), of: sum((row) => row.n) },
    ...(['reflector', 'curator', 'rewriter', 'merger'] as const).map(calls),
    {
      what: 'adaptations',
      failed: sum((row) => row.failed_adaptation),
      of: rows.filter((row) => row.failed_adaptation !== null).length,
    },
  ];
}

/** The counts of several runs together. */
export function addedFailures(lists: readonly (readonly FailureCount[])[]): readonly FailureCount[] {
  const all = lists.flat();
  return names.map((what) => {
    const same = all.filter((one) => one.what === what);
    const total = (key: 'failed' | 'of'): number => same.reduce((sum, one) => sum + one[key], 0);
    return { what, failed: total('failed'), of: total('of') };
  });
}

/** That of which the largest share failed; null where nothing was asked for. */
export function worstFailure(counts: readonly FailureCount[]): FailureCount | null {
  const asked = counts.filter(({ of }) => of > 0);
  return asked.toSorted((a, b) => b.failed / b.of - a.failed / a.of)[0] ?? null;
}

/** `3 of 480 calls of the reflector`. */
export function failureText({ what, failed, of }: FailureCount, countText: (count: number) => string): string {
  const [noun, ...rest] = kinds[what].split(' ');
  return [countText(failed), 'of', countText(of), of === 1 ? noun : `${noun}s`, ...rest].join(' ');
}
