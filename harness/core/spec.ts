import type { Json } from './json.ts';
import type { Decoding } from './llm.ts';

export const feedbackLevels = ['none', 'correctness', 'checks', 'gold'] as const;
export type FeedbackLevel = (typeof feedbackLevels)[number];

/** Train for `epochs`, probe val, test with the final and with the best-on-val context. */
export type OfflineProtocol = {
  readonly kind: 'offline';
  readonly epochs: number;
  readonly batchSize: number;
  /** Rounds between probes of val, of which there is at least one per epoch; null for about eight probes per epoch. */
  readonly probeEvery: number | null;
  readonly feedback: FeedbackLevel;
  /** Whether val is attempted just before and just after each lazy refine too; absent is false. */
  readonly probeRefines?: boolean;
};

/** The test tasks in windows, in a random order: each window is attempted, which is its score, and then learnt from. */
export type OnlineProtocol = {
  readonly kind: 'online';
  /** Tasks of a window; the paper's is 1. */
  readonly window: number;
  readonly feedback: FeedbackLevel;
};

/** Test with a context that is given as text, or with the one that the method starts from; nothing is learnt. */
export type EvaluateProtocol = {
  readonly kind: 'evaluate';
  /** SHA-256 of the given text; null for the context that the method starts from. */
  readonly contextHash: string | null;
};

export type Protocol = OfflineProtocol | OnlineProtocol | EvaluateProtocol;

export const evictPolicies = ['lowest-utility', 'oldest', 'reject-new', 'off'] as const;
export type EvictPolicy = (typeof evictPolicies)[number];

/** What all arms of an experiment share about the size of a context. */
export type Budget = {
  /** Tokens that a rendered context may have. */
  readonly tokens: number;
  readonly evict: EvictPolicy;
  /** Share of the budget down to which eviction goes once it must. */
  readonly evictTo: number;
  /** Rounds after its addition in which a bullet is not evicted. */
  readonly graceRounds: number;
};

/** All that fixes a run's records, apart from replies. Names of arms, paths and concurrency are no part of it. */
export type RunSpec = {
  readonly suite: {
    readonly name: string;
    readonly options: Json;
    readonly dataHash: string;
    readonly profile: string;
  };
  readonly method: { readonly name: string; readonly options: Json };
  readonly model: Json;
  readonly embedder: Json;
  readonly budget: Budget;
  readonly protocol: Protocol;
  readonly decoding: Omit<Decoding, 'seed'>;
  readonly seed: number;
  readonly dataSeed: number;
  /** Absent for the first run of a seed; another number gives other replies to the same tasks in the same order. */
  readonly replicate?: number;
};
