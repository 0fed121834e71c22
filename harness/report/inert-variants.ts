import { canonicalJson } from '../core/json.ts';
import type { CellRuns } from './cells.ts';
import { counted } from '../text/numbers.ts';
import { groupBy } from './group-by.ts';
import { variedCells, variedText } from './variants.ts';

/**
 * Variants that changed nothing, a line for all of them: every run has the scores and context sizes that the same run has without the variant, so
 * what they vary has no effect at the values that the experiment has.
 */
export function inertVariants(cells: readonly CellRuns[]): readonly string[] {
  const variants = groupBy(variedCells(cells), ({ varied }) => canonicalJson(varied));
  const inert = [...variants.values()].filter((varied) => varied.every(({ cell, base }) => isSame(cell, base)));
  if (inert.length === 0) return [];
  const runs = inert.flat().reduce((sum, { cell }) => sum + cell.runs.length, 0);
  return [
    `inert: ${inert.map(([one]) => variedText(one!.varied)).join(', ')} changed no score and no context size in any of ${counted(runs, 'run')}; these parameters do nothing here at the values that the experiment has`,
  ];
}

function isSame(cell: CellRuns, base: CellRuns): boolean {
  const outcomes = (one: CellRuns): ReadonlyMap<string, string> =>
    new Map(
      one.runs.map(({ info, rows }) => [
        `${info.dataSeed}/${info.seed}`,
        canonicalJson(rows.map((row) => [row.round, row.phase, row.which, row.n, row.score, row.context_tokens])),
      ]),
    );
  const before = outcomes(base);
  return [...outcomes(cell)].every(([seed, outcome]) => before.get(seed) === outcome);
}
