import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createRng } from '../../harness/core/rng.ts';
import { isWhole } from '../../harness/experiment/open-run.ts';
import { runIdsIn, type Started } from './workspace.ts';

export type Chain = {
  readonly kills: number;
  /** Runs that the kills left cut, summed over the kills. */
  readonly cut: number;
};

/**
 * Takes an experiment up again and again and kills it each time. A kill waits for a seeded share of all `recordBytes` to
 * be written, not for a time, so that a slow machine is killed as far on as a fast one. Fewer kills than asked for where it ended before.
 */
export async function killedChain(
  resume: (concurrency: number) => Started,
  setup: { readonly folder: string; readonly recordBytes: number; readonly kills: number; readonly seed: string },
): Promise<Chain> {
  const { folder, recordBytes, seed } = setup;
  const rng = createRng(seed);
  let kills = 0;
  let cut = 0;
  while (kills < setup.kills) {
    const started = resume(1 + rng.int(8));
    await underWay(started, folder);
    const enough = bytesIn(folder) + (rng.next() * recordBytes) / setup.kills;
    await whileAlive(started, () => bytesIn(folder) < enough);
    // Between two records, too.
    await setTimeout(rng.int(20));
    started.child.kill('SIGKILL');
    if ((await started.done).signal !== 'SIGKILL') break;
    kills++;
    cut += runIdsIn(folder).filter((runId) => !isWhole(join(folder, runId))).length;
  }
  return { kills, cut };
}

/** Once the process has the lock of some run, work is under way. */
export async function underWay(started: Started, folder: string): Promise<void> {
  const mark = `"pid":${started.child.pid},`;
  await whileAlive(started, () => !locksIn(folder).some((lock) => lock.includes(mark)));
}

async function whileAlive({ child }: Started, condition: () => boolean): Promise<void> {
  while (child.exitCode === null && child.signalCode === null && condition()) await setTimeout(2);
}

function locksIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const paths = runIdsIn(folder).map((runId) => join(folder, runId, 'lock'));
  return paths.flatMap((lock) => {
    try {
      return [readFileSync(lock, 'utf8')];
    } catch {
      // Released since.
      return [];
    }
  });
}

function bytesIn(folder: string): number {
  const files = runIdsIn(folder).map((runId) =>
    statSync(join(folder, runId, 'records.jsonl'), { throwIfNoEntry: false }),
  );
  return files.reduce((sum, file) => sum + (file?.size ?? 0), 0);
}
