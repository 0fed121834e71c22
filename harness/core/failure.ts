import type { Role } from './llm.ts';

/** What a model can do wrong: it scores 0, counts in n, and is shown apart from a wrong answer. */
export const modelFailureKinds = [
  'length',
  'overflow',
  'empty',
  'refusal',
  'malformed',
  'step-limit',
  'threw',
] as const;
/** What the infrastructure can do wrong, after retries: it makes the run incomplete. */
export const infraFailureKinds = ['timeout', 'rate-limit', 'network'] as const;

export type ModelFailureKind = (typeof modelFailureKinds)[number];
export type InfraFailureKind = (typeof infraFailureKinds)[number];
export type FailureKind = ModelFailureKind | InfraFailureKind;
/** A failure as it is recorded: data, not an exception. */
export type Failure = { readonly kind: FailureKind; readonly message: string };

/** Who failed: a role that a model plays, or a part of the run. */
export type FailedRole = Role | 'embedder' | 'method' | 'suite';

/** True for failures that make a run incomplete instead of scoring 0. */
export function isInfraFailure(kind: FailureKind): kind is InfraFailureKind {
  return (infraFailureKinds as readonly string[]).includes(kind);
}

/** Thrown by an `Llm` or `Embedder` that could not be reached, once its retries are used up. */
export class InfraError extends Error {
  readonly kind: InfraFailureKind;
  constructor(kind: InfraFailureKind, message: string) {
    super(message);
    this.name = 'InfraError';
    this.kind = kind;
  }
}

/** Thrown where what the user gave is wrong: one sentence that names the place, what was expected and what was found. Exit code 2. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** Thrown by an `Llm` or `Embedder` where no retry helps: a wrong key, an unknown model, a quota used up, a request that the server refuses. Ends the experiment. */
export class FatalError extends UserError {
  override readonly name = 'FatalError';
}

/** Thrown for files of a run that are not as they were written: names file, place, and how the run is made anew. */
export class DamageError extends UserError {
  override readonly name = 'DamageError';
}

/** A part that does not keep its contract: names the part, what was expected of it and what was found. Ends the run, and is no fault of the user's. */
export class PartError extends Error {
  override readonly name = 'PartError';
}

/** The failure that an exception stands for: infrastructure where it says so, else `threw`. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof InfraError ? { kind: error.kind, message } : { kind: 'threw', message };
}
