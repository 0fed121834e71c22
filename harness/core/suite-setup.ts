import type { Split } from './suite.ts';

/** What a suite's factory gets beside its options. */
export type SuiteSetup = {
  /** Fixes generated tasks and own splits. */
  readonly dataSeed: number;
  /** How many tasks of a split to use; a split not named is used whole. */
  readonly limits: { readonly [split in Split]?: number };
  /** Where imported data sets are kept. */
  readonly cacheFolder: string;
};
