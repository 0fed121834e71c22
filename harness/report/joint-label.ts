import { labelOf } from './cell-label.ts';
import type { CellRuns } from './cells.ts';
import { groupBy } from './group-by.ts';

/** One line for all cells of an arm of which the same is said: by the arm's name where that is all of several, else by their labels. */
export function jointLines(
  said: readonly { readonly cell: CellRuns; readonly text: string }[],
  cells: readonly CellRuns[],
): readonly { readonly label: string; readonly text: string }[] {
  const groups = groupBy(said, ({ cell, text }) => JSON.stringify([cell.info.arm, text]));
  return [...groups.values()].map((group) => {
    const [{ cell, text }] = group as [(typeof group)[number]];
    const ofArm = cells.filter(({ info }) => info.arm === cell.info.arm).length;
    const isAll = group.length > 1 && group.length === ofArm;
    return { label: isAll ? cell.info.arm : group.map(({ cell }) => labelOf(cell.info)).join(', '), text };
  });
}
