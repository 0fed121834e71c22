import { markdownTable } from '../text/tables.ts';
import type { ColumnType } from './column.ts';
import { roundColumns } from './round-columns.ts';
import { summaryColumns } from './summary-columns.ts';

/** What a column means, as `ace-bench columns` lists it. */
export type ColumnNote = {
  readonly name: string;
  readonly type: ColumnType;
  readonly unit: string;
  readonly meaning: string;
};

/** The columns of each CSV that stands beside runs, in their order. */
export function columnNotes(): { readonly [file in 'rounds.csv' | 'summary.csv']: readonly ColumnNote[] } {
  const noteOf = ({ name, type, unit, meaning }: ColumnNote): ColumnNote => ({ name, type, unit, meaning });
  return { 'rounds.csv': roundColumns.map(noteOf), 'summary.csv': summaryColumns.map(noteOf) };
}

const intros: { readonly [file in keyof ReturnType<typeof columnNotes>]: string } = {
  'rounds.csv':
    'One row per run, round, phase and context. What a round did and cost sits on its learning row alone (phase train or online).',
  'summary.csv': 'One row per suite, arm and matrix point, over its complete runs.',
};

/** The page beside the CSV files. */
export function columnsMarkdown(): string {
  const sections = Object.entries(columnNotes()).flatMap(([file, columns]) => [
    `## ${file}`,
    intros[file as keyof typeof intros],
    markdownTable(
      ['column', 'type', 'unit', 'meaning'],
      columns.map(({ name, type, unit, meaning }) => [name, type, unit, meaning]),
      'left',
    ).join('\n'),
  ]);
  const blanks =
    'A blank is unknown or without meaning, and never 0. Shares are of 1, differences are of shares. Columns named `axis:…` follow, one per matrix axis.';
  return `${['# Columns', blanks, ...sections].join('\n\n')}\n`;
}
