import type { Budget } from './spec.ts';

/** What a method's factory gets beside its options: the same for all arms of an experiment. */
export type MethodSetup = { readonly budget: Budget; readonly countTokens: (text: string) => number };
