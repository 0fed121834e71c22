import { sentencesOf } from '../config/config-error.ts';
import { UserError } from '../core/failure.ts';
import type { CliDeps } from './cli-deps.ts';

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

/** Says what went wrong, a user's errors in a line each, and gives the exit code. */
export function exitCodeOf(error: unknown, { warn }: Pick<CliDeps, 'warn'>): number {
  if (error instanceof UserError) {
    for (const sentence of sentencesOf(error)) warn(sentence);
    return exitCodes.userError;
  }
  warn(`our own error, please report it\n${error instanceof Error ? error.stack : String(error)}`);
  return exitCodes.ownError;
}
