import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type ProgressTime, progressView } from '../../harness/cli/progress.ts';
import type { Progress } from '../../harness/experiment/run-prepared.ts';

const start: Progress = { kind: 'start', runs: 3, rounds: 12, attempts: 120, isBound: true };
const attempt: Progress = { kind: 'attempt', runId: 'a' };
const attempts = (count: number): readonly Progress[] => Array.from({ length: count }, () => attempt);
const story: readonly Progress[] = [
  start,
  ...attempts(30),
  { kind: 'round', runId: 'a' },
  { kind: 'run', outcome: { runId: 'a', status: 'complete' }, rounds: 3, attempts: 10 },
  { kind: 'run', outcome: { runId: 'b', status: 'skipped' }, rounds: 4, attempts: 40 },
  { kind: 'run', outcome: { runId: 'c', status: 'held', by: 'process 1' }, rounds: 4, attempts: 40 },
];

/** A view whose time stands still until it is told to pass. */
function viewOn(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 160 });
  let now = 0;
  const timers = new Set<{ readonly ms: number; readonly tick: () => void }>();
  const time: ProgressTime = {
    now: () => now,
    every: (ms, tick) => {
      const timer = { ms, tick };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  const view = progressView(stream as unknown as Parameters<typeof progressView>[0], time);
  return {
    timers,
    show: (progresses: readonly Progress[]) => progresses.forEach(view.show),
    stop: view.stop,
    /** Time passes, with or without a turn for the timers. */
    pass: (ms: number, isHeard: boolean) => {
      now += ms;
      if (isHeard) for (const { tick } of timers) tick();
    },
    shown: () => String(stream.read() ?? ''),
  };
}

describe('progressView() without a terminal', () => {
  it('is a line per run that ends', () => {
    const view = viewOn(false);
    view.show(story);
    expect(view.shown()).toBe('[1/3] a completed\n[2/3] b already completed\n[3/3] c in use by process 1\n');
  });

  it('says every ten seconds how far all is', () => {
    const view = viewOn(false);
    view.show([start]);
    expect([...view.timers].map(({ ms }) => ms)).toEqual([1000]);
    view.pass(9000, true);
    expect(view.shown()).toBe('');
    view.pass(1000, true);
    expect(view.shown()).toBe('0 %, 0/at most 120 attempts, 0/3 runs, ETA unknown\n');
    view.show(attempts(30));
    view.pass(10_000, true);
    expect(view.shown()).toBe('25 %, 30/at most 120 attempts, 0/3 runs, ETA 1m0s\n');
    view.stop();
    expect(view.timers.size).toBe(0);
  });

  it('says so too where nothing lets the timer have a turn, and not twice', () => {
    const view = viewOn(false);
    view.show([start, ...attempts(5)]);
    view.pass(9000, false);
    view.show([attempt]);
    expect(view.shown()).toBe('');
    view.pass(1000, false);
    view.show([attempt, attempt]);
    view.pass(9000, true);
    expect(view.shown()).toBe('5 %, 7/at most 120 attempts, 0/3 runs, ETA 2m42s\n');
  });

  it('leaves what an earlier process did out of the estimate', () => {
    const view = viewOn(false);
    view.show([start, { kind: 'resume', runId: 'a', rounds: 6, attempts: 60 }, ...attempts(30)]);
    view.pass(10_000, true);
    expect(view.shown()).toBe('75 %, 90/at most 120 attempts, 0/3 runs, ETA 10s\n');
  });

  it('says "at most" only of a bound that is not reached, and never more than all', () => {
    const view = viewOn(false);
    view.show([{ kind: 'start', runs: 1, rounds: 2, attempts: 4, isBound: false }, ...attempts(3)]);
    view.pass(7_200_000, true);
    expect(view.shown()).toBe('75 %, 3/4 attempts, 0/1 runs, ETA 40m0s\n');
    view.show(attempts(2));
    view.pass(10_000, true);
    expect(view.shown()).toBe('100 %, 5/4 attempts, 0/1 runs, ETA 0s\n');
  });
});

describe('progressView() on a terminal', () => {
  it('is a bar with attempts, rounds, runs and an estimate', () => {
    const view = viewOn(true);
    view.show(story);
    view.stop();
    expect(view.shown()).toMatch(/100 % \| ETA 0s \| 120\/120 attempts \| 3\/3 runs \| 12\/12 rounds/);
  });
});
