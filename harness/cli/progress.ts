import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../experiment/run-experiment.ts';

export type ProgressView = { readonly show: (progress: Progress) => void; readonly stop: () => void };

/** Progress on stderr: a bar with an estimate where there is a terminal, else a line per run that ends. */
export function progressView(quiet: boolean, stream: NodeJS.WriteStream = process.stderr): ProgressView {
  if (quiet) return { show: () => {}, stop: () => {} };
  return stream.isTTY ? bar(stream) : lines(stream);
}

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

function lines(stream: NodeJS.WriteStream): ProgressView {
  let total = 0;
  let done = 0;
  return {
    show: (progress) => {
      if (progress.kind === 'start') total = progress.runs;
      if (progress.kind !== 'run') return;
      const { outcome } = progress;
      const how = outcome.status === 'held' ? `left alone: ${outcome.by} is working on it` : outcome.status;
      stream.write(`[${++done}/${total}] ${outcome.runId} ${how === 'skipped' ? 'whole already' : how}\n`);
    },
    stop: () => {},
  };
}
