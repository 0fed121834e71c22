import { addReadings, type ReadingCounts, type ReadingKind, readingKinds } from '../core/readings.ts';
import { count, counted } from '../text/numbers.ts';
import type { RoundRow } from './round-columns.ts';

/** How the replies of a run were read, over all its rows and roles. */
export function readingsIn(rows: readonly RoundRow[]): ReadingCounts {
  return rows.reduce<ReadingCounts>(
    (sum, row) => addReadings(sum, Object.fromEntries(readingKinds.map((kind) => [kind, row[`read_${kind}`]]))),
    {},
  );
}

const texts: { readonly [kind in ReadingKind]: (number: number) => string } = {
  reasoning: (number) => `${count(number)} with reasoning set aside`,
  mended: (number) => `${count(number)} mended`,
  latex: (number) => `${count(number)} with LaTeX kept`,
  items: (number) => `${count(number)} read item by item`,
  lines: (number) => `${count(number)} read from labelled lines`,
  alias: (number) => `${count(number)} with other keys`,
  reask: (number) => `${count(number)} asked once more`,
  lost: (number) => `${counted(number, 'part')} left out`,
};

/** `replies not as asked for: ace 12 mended, 3 parts left out; append 9 mended`; nothing where all were. */
export function readingRemark(
  cells: readonly { readonly label: string; readonly readings: ReadingCounts }[],
): readonly string[] {
  const told = cells.flatMap(({ label, readings }) => {
    const parts = readingKinds.flatMap((kind) => (readings[kind] === undefined ? [] : [texts[kind](readings[kind])]));
    return parts.length === 0 ? [] : [`${label} ${parts.join(', ')}`];
  });
  return told.length === 0 ? [] : [`replies not as asked for: ${told.join('; ')}`];
}
