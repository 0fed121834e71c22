import { Presets, SingleBar } from 'cli-progress';
import type { Progress, RunOutcome } from '../experiment/run-prepared.ts';
import type { ProgressStream } from './cli-deps.ts';
import { attemptsText, etaText, newTally, percentText } from './progress-tally.ts';

export type ProgressView = { readonly show: (progress: Progress) => void; readonly stop: () => void };

/** Where a view gets the time from. */
export type ProgressTime = {
  /** Milliseconds from some fixed point. */
  readonly now: () => number;
  /** Calls `tick` each so many milliseconds until the returned function is called. */
  readonly every: (ms: number, tick: () => void) => () => void;
};

/** The time of this process; its ticks do not keep the process alive. */
export const processTime: ProgressTime = {
  now: () => performance.now(),
  every: (ms, tick) => {
    const timer = setInterval(tick, ms).unref();
    return () => clearInterval(timer);
  },
};

// Somebody who reads a log, or a build that ends what says nothing, hears of us so often at least.
const lineEveryMs = 10_000;
// What events have told already the timer need not tell again, so it looks more often than a line is due.
const tickMs = 1000;

/** Progress on a stream: a bar where it is a terminal; else a line per run that ends, and every ten seconds a line of how far all is. */
export function progressView(stream: ProgressStream, time: ProgressTime = processTime): ProgressView {
  return stream.isTTY ? bar(stream as NodeJS.WriteStream, time) : lines(stream, time);
}

/** Progress that nobody wants to see. */
export const noProgress: ProgressView = { show: () => {}, stop: () => {} };

function bar(stream: NodeJS.WriteStream, time: ProgressTime): ProgressView {
  // Narrow terminals cut the end off.
  const format = '{bar} {percentage} % | ETA {left} | {attempts} | {runs} runs | {rounds} rounds';
  const view = new SingleBar({ stream, format, hideCursor: true, barsize: 20 }, Presets.shades_classic);
  const tally = newTally(time.now);
  return {
    show: (progress) => {
      tally.add(progress);
      const { attempts, rounds, runs } = tally.now();
      const words = {
        attempts: attemptsText(tally.now()),
        rounds: `${rounds.done}/${rounds.total}`,
        runs: `${runs.done}/${runs.total}`,
        left: etaText(tally.now()),
      };
      if (progress.kind === 'start') view.start(attempts.total, 0, words);
      else view.update(Math.min(attempts.done, attempts.total), words);
    },
    stop: () => view.stop(),
  };
}

function lines(stream: ProgressStream, time: ProgressTime): ProgressView {
  const tally = newTally(time.now);
  let lastLine = time.now();
  const tellIfDue = (): void => {
    // The next look would be too late.
    if (time.now() - lastLine <= lineEveryMs - tickMs) return;
    const now = tally.now();
    const { done, total } = now.runs;
    lastLine = time.now();
    stream.write(`${percentText(now)}, ${attemptsText(now)}, ${done}/${total} runs, ETA ${etaText(now)}\n`);
  };
  let stopTicks = (): void => {};
  return {
    show: (progress) => {
      tally.add(progress);
      if (progress.kind === 'start') stopTicks = time.every(tickMs, tellIfDue);
      if (progress.kind === 'run') {
        const { runs } = tally.now();
        stream.write(`[${runs.done}/${runs.total}] ${outcomeText(progress.outcome)}\n`);
      }
      // A model in process may leave no turn to the timer.
      tellIfDue();
    },
    stop: () => stopTicks(),
  };
}

function outcomeText(outcome: RunOutcome): string {
  switch (outcome.status) {
    case 'complete':
      return `${outcome.runId} completed`;
    case 'incomplete':
      return `${outcome.runId} incomplete`;
    case 'interrupted':
      return `${outcome.runId} interrupted`;
    case 'skipped':
      return `${outcome.runId} already completed`;
    case 'held':
      return `${outcome.runId} in use by ${outcome.by}`;
    case 'damaged':
      return `${outcome.runId} damaged`;
    case 'broken':
      return `${outcome.runId} stopped: a part broke its contract`;
  }
}
