import type { ContextEvent } from './context-event.ts';
import type { Experience } from './experience.ts';
import type { Json } from './json.ts';
import type { Role } from './llm.ts';
import type { Instructions, Rendered } from './rendered.ts';
import type { Budget } from './spec.ts';
import type { Question } from './task.ts';
import type { Tools } from './tools.ts';

export type Adaptation<C extends Json> = { readonly context: C; readonly events: readonly ContextEvent[] };

/** A way to evolve a context. Contexts are plain data; every function returns a new one. */
export interface Method<C extends Json = Json> {
  readonly name: string;
  /** False for a context that never changes: no train task is attempted, `adapt` is never called. */
  readonly learns: boolean;
  start(base: Instructions): C;
  /** A context from text written by a person or another run, which may hold the base instructions or not. Throws UserError. */
  read(text: string, base: Instructions): C;
  /**
   * The context for one question, or for none in particular (null). `stable` is equal for all of them; what `perTask` retrieves through the
   * tools is metered as inference of that question's attempt.
   */
  render(context: C, question: Question | null, tools: Tools): Promise<Rendered>;
  adapt(context: C, experience: readonly Experience[], tools: Tools): Promise<Adaptation<C>>;
  /** Calls that an adaptation to so many experiences makes at most, re-asks aside, by role, for plans; absent where nobody can tell. */
  maxCalls?(experiences: number): { readonly [role in Role]?: number };
}

/** What a method's factory gets beside its options: the same for all arms of an experiment. */
export type MethodSetup = {
  readonly budget: Budget;
  readonly countTokens: (text: string) => number;
  /** Null or absent where the suite cannot state its lessons. For fixed contexts; a method that learns must not read it. */
  readonly controls?: Controls | null;
};

/** Lines of advice on what a suite knows to be true, and the same lines contradicted, in one order: those first that matter to most tasks. */
export type Controls = { readonly oracle: readonly string[]; readonly wrong: readonly string[] };
