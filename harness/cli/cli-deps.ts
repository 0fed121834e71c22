import { type Registry, registry } from '../registry.ts';

/** What commands act upon, beside files. */
export type CliDeps = {
  readonly registry: Registry;
  readonly env: { readonly [name: string]: string | undefined };
  /** Where progress is shown. */
  readonly stderr: ProgressStream;
  /** Results, to stdout, ended by a line break. */
  readonly print: (text: string) => void;
  /** Anything else, to stderr, as a line of its own. */
  readonly warn: (message: string) => void;
  /** A signal that the first interrupt from now on aborts. */
  readonly onInterrupt: () => AbortSignal;
};
export type ProgressStream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** This process. */
export function processDeps(): CliDeps {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  return {
    registry,
    env: process.env,
    stderr: process.stderr,
    print: (text) => {
      process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
    },
    warn: (message) => {
      process.stderr.write(`ace-bench: ${message}\n`);
    },
    onInterrupt: interruptSignal,
  };
}

// Whoever reads from us, `head` say, may have read enough. Commands write results to files first, so nothing is lost.
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Aborts on the first interrupt; the second ends the process at once, as it would without us. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
