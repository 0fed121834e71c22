import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finerFile } from '../../benchmarks/finer/import-finer.ts';
import { readRows, type Row } from '../../benchmarks/domain/read-rows.ts';

/** The official rows stand beside the repository, not in it; tests that need them are skipped where they are not. */
export const officialFolder = fileURLToPath(new URL('../../../shared/data/ace-finer', import.meta.url));
export const hasOfficialRows = existsSync(join(officialFolder, finerFile.name));

export async function officialRows(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const row of readRows(join(officialFolder, finerFile.name))) rows.push(row);
  return rows;
}
