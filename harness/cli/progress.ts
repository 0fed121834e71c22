import { Presets, SingleBar } from 'cli-progress';
import type { Progress, RunOutcome } from '../experiment/run-prepared.ts';
import type { ProgressStream } from './cli-deps.ts';

export type ProgressView = { readonly show: (progress: Progress) => void; readonly stop: () => void };

/** Progress on a stream: a bar with an estimate where it is a terminal, else a line per run that ends. */
export function progressView(stream: ProgressStream): ProgressView {
  return stream.isTTY ? bar(stream as NodeJS.WriteStream) : lines(stream);
}

/** Progress that nobody wants to see. */
export const noProgress: ProgressView = { show: () => {}, stop: () => {} };

function bar(stream: NodeJS.WriteStream): ProgressView {
  const format = '{bar} {percentage} % | {value}/{total} rounds | {runs} runs done | ETA {eta_formatted}';
  const view = new SingleBar({ stream, format, hideCursor: true, etaBuffer: 50 }, Presets.shades_classic);
  let runs = 0;
  return {
    show: (progress) => {
      if (progress.kind === 'start') view.start(progress.rounds, 0, { runs });
      else {
        if (progress.kind === 'run') runs++;
        view.increment(progress.rounds, { runs });
      }
    },
    stop: () => view.stop(),
  };
}

function lines(stream: ProgressStream): ProgressView {
  let total = 0;
  let done = 0;
  return {
    show: (progress) => {
      if (progress.kind === 'start') total = progress.runs;
      if (progress.kind !== 'run') return;
      const { runId, status } = progress.outcome;
      stream.write(`[${++done}/${total}] ${runId} ${wordOf[status]}\n`);
    },
    stop: () => {},
  };
}

const wordOf: { readonly [status in RunOutcome['status']]: string } = {
  complete: 'complete',
  incomplete: 'incomplete',
  interrupted: 'interrupted',
  skipped: 'whole already',
  held: 'left alone',
};
