import type { Progress } from '../experiment/run-prepared.ts';

type Part = { readonly done: number; readonly total: number };
export type Tally = {
  readonly runs: Part;
  readonly rounds: Part;
  readonly attempts: Part & {
    /** The total may turn out smaller. */
    readonly isBound: boolean;
    /** Made by this process: what an earlier one did took no time now. */
    readonly made: number;
  };
  readonly elapsedMs: number;
};

/** Counts what happened since the start; `now` is in milliseconds from some fixed point. */
export function newTally(now: () => number): { readonly add: (progress: Progress) => void; readonly now: () => Tally } {
  let start: Extract<Progress, { kind: 'start' }> = { kind: 'start', runs: 0, rounds: 0, attempts: 0, isBound: false };
  let startedAt = now();
  let runs = 0;
  let rounds = 0;
  let attempts = 0;
  let made = 0;
  return {
    add: (progress) => {
      switch (progress.kind) {
        case 'start':
          start = progress;
          startedAt = now();
          return;
        case 'attempt':
          attempts++;
          made++;
          return;
        case 'round':
          rounds++;
          return;
        case 'run':
          runs++;
          rounds += progress.rounds;
          attempts += progress.attempts;
          return;
        case 'resume':
          rounds += progress.rounds;
          attempts += progress.attempts;
          return;
      }
    },
    now: () => ({
      runs: { done: runs, total: start.runs },
      rounds: { done: rounds, total: start.rounds },
      attempts: { done: attempts, total: start.attempts, isBound: start.isBound, made },
      elapsedMs: now() - startedAt,
    }),
  };
}

/** `12 %` of all attempts. */
export function percentText({ attempts: { done, total } }: Tally): string {
  return total === 0 ? '100 %' : `${Math.min(100, Math.floor((100 * done) / total))} %`;
}

/** `120/at most 1000 attempts`. */
export function attemptsText({ attempts: { done, total, isBound } }: Tally): string {
  return `${done}/${isBound && done < total ? 'at most ' : ''}${total} attempts`;
}

/** The time that the attempts left take at the speed so far; unknown before the first. */
export function etaText({ attempts: { done, total, made }, elapsedMs }: Tally): string {
  if (done >= total) return '0s';
  if (made === 0) return 'unknown';
  const seconds = Math.ceil(((total - done) / made) * (elapsedMs / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m${seconds % 60}s`;
  return `${Math.floor(seconds / 3600)}h${Math.floor((seconds % 3600) / 60)}m`;
}
