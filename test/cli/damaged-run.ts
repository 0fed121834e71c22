import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRng } from '../../harness/core/rng.ts';
import { writeReport } from '../../harness/experiment/write-report.ts';
import { runIdsIn } from './workspace.ts';

const tables = ['rounds.csv', 'summary.csv', 'summary.md'] as const;
/** All that a run leaves in its folder. */
export const runFiles = [
  'records.jsonl',
  'times.jsonl',
  'manifest.json',
  'checkpoint.json',
  'transcripts.jsonl',
] as const;

/** What became of changes of single bytes at random places of a run's files: found, or of no consequence for any table. */
export type ByteChanges = { readonly found: number; readonly harmless: number; readonly wrong: readonly string[] };

/** Changes one byte at a time, so many times over, and makes the tables anew each time. `experiment` is left as it is. */
export async function changeBytes(experiment: string, runId: string, changes: number): Promise<ByteChanges> {
  const copy = mkdtempSync(join(tmpdir(), 'ace-bench-bytes-'));
  try {
    cpSync(experiment, copy, { recursive: true });
    const runIds = runIdsIn(copy);
    const tablesNow = async (): Promise<{ readonly texts: readonly string[]; readonly why: readonly string[] }> => {
      const { leftOut } = await writeReport(copy, runIds, () => {});
      return {
        texts: tables.map((name) => readFileSync(join(copy, name), 'utf8')),
        why: leftOut.map(({ why }) => why),
      };
    };
    const { texts: expected } = await tablesNow();
    const rng = createRng('byte changes');
    let [found, harmless] = [0, 0];
    const wrong: string[] = [];
    for (let nth = 0; nth < changes; nth++) {
      const file = runFiles[nth % runFiles.length]!;
      const path = join(copy, runId, file);
      const bytes = readFileSync(path);
      const at = rng.int(bytes.length);
      const value = (bytes[at]! + 1 + rng.int(255)) % 256;
      writeFileSync(path, bytes.with(at, value));
      const { texts, why } = await tablesNow();
      writeFileSync(path, bytes);
      if (why.length === 1 && why[0]!.includes(file) && why[0]!.includes(`--fresh --only ${runId}`)) found++;
      else if (why.length === 0 && texts.every((text, index) => text === expected[index])) harmless++;
      else wrong.push(`${file} byte ${at}: ${bytes[at]} to ${value}: ${why.join('; ') || 'other tables'}`);
    }
    return { found, harmless, wrong };
  } finally {
    rmSync(copy, { recursive: true });
  }
}
