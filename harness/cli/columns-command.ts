import { columnNotes } from '../report/columns-text.ts';
import { aligned } from '../text/tables.ts';
import type { CliDeps } from './cli-deps.ts';
import { exitCodes } from './exit-codes.ts';

/** Prints what the columns of the CSV files beside runs mean. */
export function columnsCommand({ json }: { readonly json?: boolean }, { print }: Pick<CliDeps, 'print'>): number {
  const notes = columnNotes();
  if (json) print(JSON.stringify(notes, null, 2));
  else
    print(
      Object.entries(notes)
        .map(([file, columns]) =>
          [
            file,
            ...aligned(
              columns.map(({ name, type, unit, meaning }) => [`  ${name}`, unit === '' ? type : unit, meaning]),
              'left',
            ),
          ].join('\n'),
        )
        .join('\n\n'),
    );
  return exitCodes.fine;
}
