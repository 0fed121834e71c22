import { expect, test } from 'vitest';
import { foldRun } from '../../harness/report/fold-run.ts';
import { roundColumns } from '../../harness/report/round-columns.ts';
import { columnNotes, columnsMarkdown } from '../../harness/report/columns-text.ts';
import { rollUp } from '../../harness/report/summary.ts';
import { summaryColumnsOf } from '../../harness/report/summary-columns.ts';
import { roundCsv, summaryCsv } from '../../harness/report/tables-csv.ts';
import { end, info, round, trial } from './run-stream.ts';

const perBullet = {
  name: 'tokens_per_bullet',
  type: 'number',
  unit: 'tokens',
  meaning: 'Tokens of the context over its bullets.',
  of: ({ size }: Parameters<(typeof roundColumns)[0]['of']>[0]) =>
    size.bullets === null || size.tokens === null ? null : size.tokens / size.bullets,
  figures: { tokens_per_bullet: 'tested' },
} as const;

test('a column is added by its definition alone: rows, rounds.csv, the roll-up and summary.csv have it', () => {
  const columns = [...roundColumns, perBullet];
  const fold = foldRun(info(), columns);
  for (const record of [trial({ phase: 'test', which: 'final' }), round({ contextTokens: 500, bullets: 20 }), end({})])
    fold.add(record);
  const [head, line] = roundCsv(fold.rows(), columns).trimEnd().split('\n');
  expect(head!.endsWith(',tokens_per_bullet')).toBe(true);
  expect(line!.endsWith(',25')).toBe(true);
  const run = {
    ...{ info: info(), rows: fold.rows(), probes: fold.probes() },
    ...{ status: fold.status(), bestIsFinal: fold.bestIsFinal() },
  };
  const { rows } = rollUp([run], columns);
  expect(rows).toMatchObject([{ tokens_per_bullet: 25 }]);
  expect(summaryCsv(rows, summaryColumnsOf(columns)).split('\n')[0]).toContain('tokens_per_bullet');
});

test('every column of both files is explained once, with a unit where it is a quantity', () => {
  for (const columns of Object.values(columnNotes())) {
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
    for (const { name, meaning } of columns) {
      expect(meaning, name).toMatch(/^[A-Z0-9].*\.$/);
      expect(columnsMarkdown()).toContain(`| ${name} |`);
    }
  }
});

test('an online run scores by all its attempts together, costs sit on its online rows, and SGC is blank', () => {
  const about = info({ config: { model: {}, protocol: { kind: 'online', window: 2 } } });
  const fold = foldRun(about);
  const tried = (at: number, score: number) =>
    trial({ phase: 'online', round: at, score, checks: [score, 1], scenario: `s-${at}-${score}` });
  for (const record of [tried(1, 1), tried(1, 0), round({ round: 1 }), tried(2, 1), round({ round: 2 }), end({})])
    fold.add(record);
  expect(fold.rows().map(({ phase, n, score, sgc, collapsed }) => [phase, n, score, sgc, collapsed])).toEqual([
    ['online', 2, 0.5, null, false],
    ['online', 1, 1, null, false],
  ]);
});
