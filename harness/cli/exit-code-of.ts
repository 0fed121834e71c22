import { sentencesOf } from '../config/config-error.ts';
import { PartError, UserError } from '../core/failure.ts';
import type { CliDeps } from './cli-deps.ts';
import { exitCodes } from './exit-codes.ts';

/** Says what went wrong, a user's errors in a line each, and gives the exit code. */
export function exitCodeOf(error: unknown, { warn }: Pick<CliDeps, 'warn'>): number {
  if (error instanceof UserError) {
    for (const sentence of sentencesOf(error)) warn(sentence);
    return exitCodes.userError;
  }
  if (error instanceof PartError) {
    warn(error.message);
    return exitCodes.ownError;
  }
  warn(`our own error, please report it\n${error instanceof Error ? error.stack : String(error)}`);
  return exitCodes.ownError;
}
