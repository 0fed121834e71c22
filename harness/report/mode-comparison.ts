import { replicatedArm } from '../core/replicate.ts';
import { canonicalJson, type Json } from '../core/json.ts';
import type { Interval } from '../stats/mean-intervals.ts';
import { minimumDetectable } from '../stats/minimum-detectable.ts';
import { scoreDifference } from './run-scores.ts';
import type { CellRuns } from './cells.ts';
import { configValue } from './config-value.ts';
import { degenerateText, degenerateTo } from './degenerate.ts';
import { groupBy } from './group-by.ts';
import type { RunInfo } from './run-info.ts';
import type { SummaryRow } from './summary-columns.ts';

/** One cell of a comparison of modes of refine. Differences are of final test scores, paired by seed; null where there is nothing to compare with. */
export type ModeLine = {
  readonly row: SummaryRow;
  readonly againstOff: Interval | null;
  readonly againstProactive: Interval | null;
  /** What may be said of the score; blank where no interval is known. */
  readonly verdict: string;
  /** The smallest difference that the comparison of the verdict could have seen at 80 % power; null where there is none. */
  readonly detectable: number | null;
};

type Member = { readonly cell: CellRuns; readonly row: SummaryRow };

/**
 * The fair comparisons of modes among a suite's cells: those that differ in `refine.mode` alone, and in what belongs to one mode. A cell that never
 * refines stands in every comparison that it differs from in options of refine only, since none of them does anything there.
 */
export function modeComparisons(
  cells: readonly CellRuns[],
  rows: readonly SummaryRow[],
): readonly (readonly ModeLine[])[] {
  const members = cells.flatMap((cell, index): readonly Member[] =>
    refineOf(cell.info) === null || replicatedArm(cell.info.arm) !== null ? [] : [{ cell, row: rows[index]! }],
  );
  const off = members.filter(({ row }) => row.refine_mode === 'off');
  const refining = members.filter(({ row }) => row.refine_mode !== 'off');
  const groups = [...groupBy(refining, ({ cell }) => canonicalJson([settingOf(cell.info), refineOf(cell.info)]))];
  return groups.flatMap(([, alike]) => {
    const setting = canonicalJson(settingOf(alike[0]!.cell.info));
    const group = [...off.filter(({ cell }) => canonicalJson(settingOf(cell.info)) === setting), ...alike];
    return new Set(group.map(({ row }) => row.refine_mode)).size < 2 ? [] : [group.map((one) => lineOf(one, group))];
  });
}

/** All that must be equal beside options of refine: the method's others, and what the matrix and variants give to all arms. */
function settingOf({ method, config, axes, budgetTokens }: RunInfo): Json {
  const shared = Object.entries(axes).filter(([path]) => !path.startsWith('arms.'));
  return [method, budgetTokens, Object.fromEntries(shared), without(configValue(config, 'method'), ['refine'])];
}

/** The options of refine that every refining mode reads; null for methods that have none. */
function refineOf({ config }: RunInfo): Json {
  return without(configValue(config, 'method', 'refine'), ['mode', 'triggerAt', 'rearm', 'every']);
}

function without(options: Json | undefined, keys: readonly string[]): Json {
  if (options === undefined || options === null || typeof options !== 'object' || Array.isArray(options)) return null;
  return Object.fromEntries(Object.entries(options).filter(([key]) => !keys.includes(key)));
}

function lineOf({ cell, row }: Member, group: readonly Member[]): ModeLine {
  const against = (mode: string): Interval | null => {
    const other = group.find((member) => member.row.refine_mode === mode);
    if (other === undefined || row.refine_mode === mode) return null;
    return scoreDifference(cell.scores, other.cell.scores);
  };
  const [againstOff, againstProactive] = [against('off'), row.refine_mode === 'off' ? null : against('proactive')];
  const equals = degenerateTo(row);
  const verdict =
    equals !== null
      ? degenerateText(equals, row)
      : againstProactive !== null
        ? verdictText(againstProactive, 'proactive')
        : againstOff !== null
          ? verdictText(againstOff, 'off')
          : '';
  const compared = againstProactive ?? againstOff;
  return { row, againstOff, againstProactive, verdict, detectable: compared && minimumDetectable(compared) };
}

function verdictText({ low, high }: Interval, mode: string): string {
  if (low === null || high === null) return '';
  return low > 0 ? `above ${mode}` : high < 0 ? `below ${mode}` : `no significant difference from ${mode}`;
}
