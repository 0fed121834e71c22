import type { ContextEvent } from './context-event.ts';
import type { FailureKind } from './failure.ts';
import type { Json } from './json.ts';
import type { Question } from './suite.ts';
import type { Tools } from './tools.ts';
import type { Budget } from './spec.ts';

/** A suite's versioned base instructions: what every context starts from. */
export type Instructions = { readonly version: string; readonly text: string };

/** A context as the generator reads it. `stable` is the same for all questions and stands first, `perTask` may differ and is made of prompt blocks. */
export type Rendered = {
  readonly stable: string;
  readonly perTask: string;
  /** Ids the generator may cite; null for contexts without bullets. */
  readonly ids: ReadonlySet<string> | null;
};

/** What a method may know of an attempt's outcome: cumulative by the configured level, null at `none`. */
export type Feedback = {
  readonly correct: boolean;
  readonly failedChecks: readonly string[] | null;
  readonly reference: string | null;
};

/** One attempted question with as much feedback as the protocol allows; built by the runner alone. */
export type Experience = {
  readonly question: Question;
  readonly answer: string;
  readonly reasoning: string;
  readonly steps: readonly string[];
  /** Only ids that the context held. */
  readonly cited: readonly string[];
  readonly failure: FailureKind | null;
  readonly feedback: Feedback | null;
};

export type Adaptation<C extends Json> = { readonly context: C; readonly events: readonly ContextEvent[] };

/** A way to evolve a context. Contexts are plain data; every function returns a new one. */
export interface Method<C extends Json = Json> {
  readonly name: string;
  start(base: Instructions): C;
  /** A context from text written by a person or another run. Throws UserError. */
  read(text: string): C;
  render(context: C, question?: Question): Rendered;
  adapt(context: C, experience: readonly Experience[], tools: Tools): Promise<Adaptation<C>>;
}

/** What a method's factory gets beside its options: the same for all arms of an experiment. */
export type MethodSetup = {
  readonly budget: Budget;
  readonly countTokens: (text: string) => number;
  /** Null or absent where the suite cannot state its lessons. For arms whose context is given; a method that learns must not read it. */
  readonly controls?: Controls | null;
};

/** Lines of advice on what a suite knows to be true, and the same lines contradicted, in one order: those first that matter to most tasks. */
export type Controls = { readonly oracle: readonly string[]; readonly wrong: readonly string[] };
