import { UserError } from '../core/failure.ts';

/** All that is wrong with a config, one sentence each; the message has one a line. */
export class ConfigError extends UserError {
  readonly sentences: readonly string[];
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

/** What each of the steps returns. They do not depend on each other: where some throw UserErrors, all of these are thrown as one, each sentence once. */
export function allOf<const T extends readonly unknown[]>(steps: { readonly [I in keyof T]: () => T[I] }): T {
  const done: unknown[] = [];
  const sentences = new Set<string>();
  for (const step of steps) {
    try {
      done.push(step());
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      for (const sentence of sentencesOf(error)) sentences.add(sentence);
    }
  }
  if (sentences.size > 0) throw new ConfigError([...sentences]);
  return done as unknown as T;
}

/** As `allOf`, one step after the other, for steps that take a while. */
export async function allInTurn<T>(steps: Iterable<() => Promise<T>>): Promise<readonly T[]> {
  const done: T[] = [];
  const sentences = new Set<string>();
  for (const step of steps) {
    try {
      done.push(await step());
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      for (const sentence of sentencesOf(error)) sentences.add(sentence);
    }
  }
  if (sentences.size > 0) throw new ConfigError([...sentences]);
  return done;
}

/** The sentences of an error: those of a config, or the one of any other, in a line. */
export function sentencesOf(error: UserError): readonly string[] {
  return error instanceof ConfigError ? error.sentences : [error.message.replace(/\s*\n\s*/g, ' ')];
}
