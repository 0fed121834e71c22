import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { makeFolder } from '../core/make-folder.ts';
import { DamageError, PartError } from '../core/failure.ts';
import type { RunRecord } from '../core/records.ts';
import { diskError } from '../records/disk-error.ts';
import { openRunWriter } from '../records/run-writer.ts';
import { takeLock } from '../records/lock.ts';
import { replayEvents } from '../playbook/replay-events.ts';
import { prompts } from '../roles/prompts.ts';
import { run } from '../runner/run.ts';
import { codeState } from './code-state.ts';
import { expectedAttempts } from './expected-attempts.ts';
import { manifestOf, type PlannedManifest } from './manifest-of.ts';
import { checkRun, type OpenOptions, openRun } from './open-run.ts';
import type { Prepared, PreparedRun } from './prepare.ts';

export type RunOutcome = { readonly runId: string } & (
  | { readonly status: 'complete' | 'incomplete' | 'interrupted' | 'skipped' }
  | { readonly status: 'held'; readonly by: string }
  /** A part broke its contract: what is recorded stays, and a run that starts over may resume it once the part is mended. */
  | { readonly status: 'broken'; readonly why: string }
  /** Its files are not as they were written: nothing was read or written. */
  | { readonly status: 'damaged'; readonly why: string }
);

/** What happens while an experiment runs, for a bar or for lines. */
export type Progress =
  | ({ readonly kind: 'start'; readonly runs: number; readonly isBound: boolean } & Size)
  /** What an earlier process did of a run. */
  | ({ readonly kind: 'resume'; readonly runId: string } & Size)
  | { readonly kind: 'attempt'; readonly runId: string }
  | { readonly kind: 'round'; readonly runId: string }
  /** With what nobody need wait for any more. */
  | ({ readonly kind: 'run'; readonly outcome: RunOutcome } & Size);
/** At the start at most so many attempts where `isBound`. */
type Size = { readonly rounds: number; readonly attempts: number };

export type RunOptions = OpenOptions & {
  /** Folder of the experiment's results. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
};

// Runs under way at once: enough to keep the embedder busy while others compute; how many model calls that means is limited elsewhere.
const runsUnderWay = 4;

/**
 * Runs what is not yet whole of the given runs: whole ones are skipped, cut ones go on from their last whole round. All folders are checked
 * before the first is written to. Throws UserError for what the user must settle, such as a folder of another spec.
 */
export async function runPrepared(prepared: Prepared, options: RunOptions): Promise<readonly RunOutcome[]> {
  const code = codeState();
  const startedAt = new Date().toISOString();
  const plans = prepared.runs.map((one) => ({
    run: one,
    folder: join(options.folder, one.runId),
    manifest: manifestOf(one, prepared, code, startedAt),
  }));
  try {
    for (const { folder, manifest } of plans) checkSound(folder, manifest, options);
    makeFolder(options.folder);
  } catch (error) {
    throw diskError(error, options.folder);
  }
  const sizes = plans.map((plan) => sizeOf(plan.run));
  options.onProgress({
    kind: 'start',
    runs: plans.length,
    rounds: sizes.reduce((sum, { rounds }) => sum + rounds, 0),
    attempts: sizes.reduce((sum, { attempts }) => sum + attempts, 0),
    isBound: plans.some((plan) => expectedAttempts(plan.run).isBound),
  });

  const limit = pLimit(runsUnderWay);
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const results = await Promise.allSettled(
    plans.map((plan) =>
      limit(async () => {
        try {
          return await runOne(plan, prepared, { ...options, signal });
        } catch (error) {
          // What ends one run like this ends all: a disk that is full, a key that is wrong. What they have is kept.
          stop.abort();
          throw diskError(error, plan.folder);
        }
      }),
    ),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** Damage of one run is no reason to refuse the others. */
function checkSound(...asked: Parameters<typeof checkRun>): void {
  try {
    checkRun(...asked);
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
  }
}

type Plan = { readonly run: PreparedRun; readonly folder: string; readonly manifest: PlannedManifest };

async function runOne(
  { run: one, folder, manifest }: Plan,
  prepared: Prepared,
  options: RunOptions,
): Promise<RunOutcome> {
  const { runId } = one;
  const report = (outcome: RunOutcome, left: Size): RunOutcome => {
    options.onProgress({ kind: 'run', outcome, ...left });
    return outcome;
  };
  const size = sizeOf(one);
  if (options.signal.aborted) return { runId, status: 'interrupted' };
  makeFolder(folder);
  const lock = takeLock(folder);
  if ('heldBy' in lock) return report({ runId, status: 'held', by: lock.heldBy }, size);
  try {
    const opened = await openRun(folder, manifest, one.vectorFingerprint, options);
    if (opened.kind === 'whole') return report({ runId, status: 'skipped' }, size);
    const { status, attempts } = await stream({ run: one, folder, manifest }, opened.from, prepared, options);
    const left = status === 'complete' ? Math.max(0, size.attempts - attempts) : 0;
    return report({ runId, status }, { rounds: 1, attempts: left });
  } catch (error) {
    if (error instanceof PartError) return report({ runId, status: 'broken', why: error.message }, size);
    if (error instanceof DamageError) return report({ runId, status: 'damaged', why: error.message }, size);
    throw error;
  } finally {
    lock.release();
  }
}

/** Streams one run into its files; tells how it ended, and how many attempts it has. */
async function stream(
  { run: one, folder, manifest }: Plan,
  from: Parameters<typeof openRunWriter>[1],
  { tokens }: Prepared,
  { signal, onProgress }: RunOptions,
): Promise<{ readonly status: 'complete' | 'incomplete' | 'interrupted'; readonly attempts: number }> {
  const { suite, inWorld, method, llm, embedder, tasks, runId } = one;
  const writer = openRunWriter({ folder, runId, specHash: manifest.specHash }, from);
  const parts = {
    ...{ suite, inWorld, method, llm, embedder, tasks, signal, replay: replayEvents },
    start: manifest.start,
    timeouts: { part: 1000 * one.cell.timeouts.part },
    countTokens: tokens.count,
    headTokens: tokens.count(prompts.generator.text),
    clock: () => performance.now(),
  };
  let last: RunRecord | null = null;
  let attempts = from?.checkpoint.trials ?? 0;
  if (from !== null) onProgress({ kind: 'resume', runId, rounds: from.checkpoint.previous.round + 1, attempts });
  try {
    for await (const item of run(one.spec, parts, from?.checkpoint ?? null)) {
      writer.write(item);
      if (item.kind !== 'record') continue;
      last = item.record;
      if (last.kind === 'trial') {
        attempts++;
        onProgress({ kind: 'attempt', runId });
      }
      if (last.kind !== 'round') continue;
      onProgress({ kind: 'round', runId });
      // A model in process answers without a turn of the event loop, in which alone an interrupt is heard.
      await setImmediate();
    }
  } finally {
    writer.close();
  }
  return { status: last?.kind === 'end' ? last.status : 'interrupted', attempts };
}

/** All that a progress bar counts of a run: attempts, and as rounds also round 0 and the test. */
function sizeOf(run: PreparedRun): Size {
  const { rounds, total } = expectedAttempts(run);
  return { rounds: rounds + 2, attempts: total };
}
