import type { Budget } from './spec.ts';

/** What a method's factory gets beside its options: the same for all arms of an experiment. */
export type MethodSetup = {
  readonly budget: Budget;
  readonly countTokens: (text: string) => number;
  /** Null or absent where the suite cannot state its lessons. For arms whose context is given; a method that learns must not read it. */
  readonly controls?: Controls | null;
};

/** Lines of advice on what a suite knows to be true, and the same lines contradicted, in one order: those first that matter to most tasks. */
export type Controls = { readonly oracle: readonly string[]; readonly wrong: readonly string[] };
