import { expect, test } from 'vitest';
import { dedupCsv } from '../../harness/dedup/eval-csv.ts';
import { givenReport, smallReport } from './small-report.ts';

function parse(csv: string): readonly { readonly [column: string]: string }[] {
  const [head, ...rows] = csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(head!.map((column, index) => [column, row[index]!])));
}

test('dedupCsv() has a row for each set of guards and threshold, with intervals', () => {
  const report = smallReport();
  const rows = parse(dedupCsv(report));
  expect(rows).toHaveLength(2 * 70);
  expect(rows.map(({ guards, threshold }) => `${guards} ${threshold}`).slice(68, 72)).toEqual([
    'none 0.98',
    'none 0.99',
    'digits 0.3',
    'digits 0.31',
  ]);
  const row = rows.find(({ guards, threshold }) => guards === 'none' && threshold === '0.6')!;
  const point = report.sets[0]!.curve.find(({ threshold }) => threshold === 0.6)!;
  const { recall, recall_low, recall_high } = row;
  const { value, low, high } = point.merged.duplicate;
  expect([recall, recall_low, recall_high].map(Number)).toEqual(
    [value, low, high].map((share) => Number(share!.toFixed(6))),
  );
  expect(row).toMatchObject({ embedder: 'embedder/1', merged_minimal: '1', merged_across: '0', merged_unrelated: '' });
  expect(Number(row.merged_contradiction_bound)).toBeCloseTo(point.bound!, 6);
});

test('dedupCsv() leaves blank what is undefined, and neutralises formulas', () => {
  const csv = dedupCsv(givenReport([{ label: 'contradiction', cosine: 0.5 }]));
  const last = parse(csv).at(-1)!;
  expect(last).toMatchObject({ precision: '', precision_low: '', recall: '', merged_contradiction: '0' });
  expect(dedupCsv(smallReport({ embedder: '=HYPERLINK(1)' }))).toContain("\n'=HYPERLINK(1),");
});
