import { fileFault } from '../core/file-fault.ts';
import { visible } from '../text/plain-text.ts';
import { exitCodes } from './exit-codes.ts';
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
  process.stdout.on('error', endStdout);
  // There is nobody left to tell.
  process.stderr.on('error', () => {});
  return {
    registry,
    env: process.env,
    stderr: process.stderr,
    print: (text) => {
      process.stdout.write(visible(text.endsWith('\n') ? text : `${text}\n`));
    },
    warn: (message) => {
      process.stderr.write(visible(`ace-bench: ${message}\n`));
    },
    onInterrupt: interruptSignal,
  };
}

// Whoever reads from us, `head` say, may have read enough. Commands write results to files first, so nothing is lost.
function endStdout(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`ace-bench: Cannot print: expected room on stdout, found ${fileFault(error)}\n`);
  // Whatever the command comes to: who reads its output has not got it.
  process.once('exit', () => {
    process.exitCode = exitCodes.userError;
  });
}

const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Aborts on the first interrupt; the second, of whichever kind, ends the process at once, as it would without us. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  const first = (): void => {
    for (const name of interrupts) process.off(name, first);
    controller.abort();
  };
  for (const name of interrupts) process.on(name, first);
  return controller.signal;
}
