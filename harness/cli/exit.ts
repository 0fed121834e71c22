import { UserError } from '../core/failure.ts';

/** Exit codes, the same for every command. */
export const exitCodes = {
  fine: 0,
  /** A regression, or too many failures. */
  failures: 1,
  /** What the user gave is wrong. */
  userError: 2,
  /** Incomplete, or nothing can be concluded. */
  incomplete: 3,
  /** Our own error. */
  ownError: 70,
  interrupted: 130,
} as const;

/** Says what went wrong on stderr, a user's error in one line, and sets the exit code. */
export function exitWith(error: unknown): void {
  if (error instanceof UserError) {
    process.stderr.write(`ace-bench: ${error.message}\n`);
    process.exitCode = exitCodes.userError;
    return;
  }
  process.stderr.write(
    `ace-bench: our own error, please report it\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = exitCodes.ownError;
}

/** Prints to stdout. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Prints a warning to stderr. */
export function warn(message: string): void {
  process.stderr.write(`ace-bench: ${message}\n`);
}
