import { aligned } from '../text/tables.ts';
import { maxOrphaned, type SweptSetting } from './sweep.ts';
import { settingLabels, type SettingLabels, type SweepReport, varies } from './sweep-report.ts';
import type { SweepRow } from './sweep-replay.ts';

type Column = readonly [title: string, cell: (swept: SweptSetting, last: SweepRow) => string];
type Count = 'refines' | 'merged' | 'vetoed' | 'evicted';

/** A line per setting: what the playbook was like after the last round, and what was done to it in all. */
export function sweepText(report: SweepReport): string {
  const { results } = report;
  const columns: readonly Column[] = [
    [
      '   mode',
      ({ setting, recorded, exceedsOrphanLimit }) =>
        `${recorded ? '*' : ' '}${exceedsOrphanLimit ? '!' : ' '} ${setting.mode}`,
    ],
    ...settingColumns(results),
    ['orphaned', ({ orphanedShare }) => (orphanedShare === null ? '' : `${(orphanedShare * 100).toFixed(1)}%`)],
    ['tokens', (_, last) => whole(last.contextTokens)],
    ['bullets', (_, last) => whole(last.bullets)],
    ...(['refines', 'merged', 'vetoed', 'evicted'] as const).map(
      (count): Column => [count, (swept) => whole(total(swept, count))],
    ),
    ...(['redundancy', 'coverage', 'retention'] as const).map(
      (share): Column => [share, (_, last) => last[share]?.toFixed(3) ?? ''],
    ),
  ];
  const cells = results.map((swept) => columns.map(([, cell]) => cell(swept, swept.rows.at(-1)!)));
  // A column that nothing is known for is left out.
  const shown = columns.map((_, at) => cells.some((row) => row[at]!.trim() !== ''));
  const table = [columns.map(([title]) => title), ...cells].map((row) => row.filter((_, at) => shown[at]));
  return [...head(report), '', ...aligned(table), '', ...notes(report)].join('\n');
}

function settingColumns(results: readonly SweptSetting[]): readonly Column[] {
  const parts: readonly (readonly [keyof SettingLabels, string])[] = [
    ['threshold', 'cosine >'],
    ['guards', 'guards'],
    ['onDuplicate', 'duplicates'],
    ['scope', 'scope'],
  ];
  return parts
    .filter(([part]) => part === 'threshold' || varies(part, results))
    .map(([part, title]): Column => [title, ({ setting }) => settingLabels(setting)[part]]);
}

function head({ run, rounds, embedder, budget, results }: SweepReport): readonly string[] {
  const common = results.find(({ setting }) => setting.mode !== 'off');
  const same = (['guards', 'onDuplicate', 'scope'] as const).filter((part) => !varies(part, results));
  const titles = { guards: 'guards', onDuplicate: 'duplicates', scope: 'scope' };
  const fixed =
    common === undefined ? [] : same.map((part) => `${titles[part]}: ${settingLabels(common.setting)[part]}`);
  return [
    `dedup sweep of ${run}, rounds 1 to ${rounds}`,
    `embedder: ${embedder}`,
    [`budget: ${whole(budget.tokens)} tokens`, `evict: ${budget.evict}`, ...fixed].join('; '),
    'open-loop: what generator and reflector would have said under another playbook is not known',
  ];
}

function notes({ rounds, notReproduced, results }: SweepReport): readonly string[] {
  return [
    notReproduced === null
      ? `* the recorded setting: each of its ${rounds + 1} contexts is the recorded one`
      : `the recorded setting is not reproduced: ${notReproduced}`,
    'tokens, bullets and shares: after the last round, wherever between two evictions that is',
    'refines, merged, vetoed and evicted: over all rounds',
    'orphaned: ops that name a bullet which is not there, of those that name one',
    ...(results.some(({ exceedsOrphanLimit }) => exceedsOrphanLimit)
      ? [`! outside open-loop validity: more than ${maxOrphaned * 100} % of these ops are orphaned`]
      : []),
  ];
}

function total({ rows }: SweptSetting, count: Count): number {
  return rows.reduce((sum, row) => sum + row[count], 0);
}

function whole(value: number): string {
  return value.toLocaleString('en-US');
}
