import type { ContextVersion } from '../core/records.ts';
import type { Phase } from '../core/tools.ts';

/** One line of rounds.csv. Null is unknown or without meaning, and written as a blank; it is never 0. */
export type RoundRow = RowKey &
  RowScore &
  RowContext &
  RowChanges &
  RowCosts &
  RowEdits &
  RowLessons &
  RowHealth &
  RowAxes;

type RowKey = {
  readonly experiment: string;
  readonly run: string;
  readonly suite: string;
  readonly arm: string;
  readonly method: string;
  readonly refine_mode: string | null;
  readonly threshold: number | null;
  readonly embedder: string;
  readonly seed: number;
  readonly round: number;
  readonly phase: Phase;
  readonly which: ContextVersion;
};

/** `n` is what was attempted, failures included; shares are 0..1. */
export type RowScore = {
  readonly n: number;
  readonly correct: number;
  readonly failed_model: number;
  readonly failed_infra: number;
  readonly score: number | null;
  readonly score_unit: string;
  readonly score_low: number | null;
  readonly score_high: number | null;
  readonly tgc: number | null;
  readonly sgc: number | null;
};

/** The size of the context that was attempted with: of the one that the round published, and on `unrefined` rows of the one before refine. */
export type RowContext = { readonly bullets: number | null; readonly context_tokens: number | null };

/** What the round did to the bullets: on the train row only, blank for contexts without bullets. */
export type RowChanges = {
  readonly added: number | null;
  readonly updated: number | null;
  /** Bullets that went into another one by an applied op. */
  readonly merged: number | null;
  /** Bullets that refine removed as duplicates. */
  readonly dropped: number | null;
  readonly evicted: number | null;
  /** Times that bullets were evicted, and evictions in which the next in line ranked equal, so that the order of addition decided. */
  readonly evict_events: number | null;
  readonly evict_ties: number | null;
  readonly vetoed: number | null;
  readonly rejected_ops: number | null;
  /** Passes of refine. */
  readonly refined: number | null;
};

/** Refine cost, reflector, curator and maintenance on the train row only; the generator's on the row of its phase. */
export type RowCosts = {
  readonly refine_ms: number | null;
  readonly refine_embedded: number | null;
  readonly refine_embedded_tokens: number | null;
  readonly refine_comparisons: number | null;
  readonly refine_input_tokens: number | null;
  readonly refine_output_tokens: number | null;
  readonly generator_calls: number | null;
  readonly generator_input_tokens: number | null;
  readonly generator_cached_tokens: number | null;
  readonly generator_output_tokens: number | null;
  readonly reflector_calls: number | null;
  readonly reflector_input_tokens: number | null;
  readonly reflector_cached_tokens: number | null;
  readonly reflector_output_tokens: number | null;
  readonly curator_calls: number | null;
  readonly curator_input_tokens: number | null;
  readonly curator_cached_tokens: number | null;
  readonly curator_output_tokens: number | null;
  /** Tokens in and out of curator, rewriter and merger. */
  readonly maintenance_tokens: number | null;
  /** Blank: no price is known to the records. */
  readonly usd: null;
};

/** How the round's context differs from the one before: on the train row only. */
export type RowEdits = {
  readonly edit_tokens: number | null;
  readonly edit_tokens_counters: number | null;
  readonly prefix_reuse: number | null;
  readonly compressed: boolean | null;
  readonly collapsed: boolean | null;
};

/** What the round's context says of the suite's lessons: on every row of that context, blank where the suite knows none. */
export type RowLessons = {
  readonly redundancy: number | null;
  readonly coverage: number | null;
  readonly retention: number | null;
  readonly wrong: number | null;
};

/** The state of the bullets that the round published: on the train row only, blank for contexts without bullets. */
export type RowHealth = {
  /** Older than the round and never cited. */
  readonly unused: number | null;
  /** Found harmful more often than helpful. */
  readonly harmful: number | null;
  /** Pairs that a guard kept apart and that both still stand as they were compared; blank until refine has compared any. */
  readonly conflicts: number | null;
  /** Nothing in them is concrete. */
  readonly vague: number | null;
  /** Bullets added, removed and changed in their text since the round before, over those it had; blank where it had none. */
  readonly churn: number | null;
};

/** A matrix axis by its path. */
export type RowAxes = { readonly [axis: `axis:${string}`]: string | number | boolean | null };

/** The columns of rounds.csv in their order; axes follow. */
export const roundColumns = [
  'experiment',
  'run',
  'suite',
  'arm',
  'method',
  'refine_mode',
  'threshold',
  'embedder',
  'seed',
  'round',
  'phase',
  'which',
  'n',
  'correct',
  'failed_model',
  'failed_infra',
  'score',
  'score_unit',
  'score_low',
  'score_high',
  'tgc',
  'sgc',
  'bullets',
  'context_tokens',
  'added',
  'updated',
  'merged',
  'dropped',
  'evicted',
  'vetoed',
  'rejected_ops',
  'refined',
  'refine_ms',
  'refine_embedded',
  'refine_embedded_tokens',
  'refine_comparisons',
  'refine_input_tokens',
  'refine_output_tokens',
  'generator_calls',
  'generator_input_tokens',
  'generator_cached_tokens',
  'generator_output_tokens',
  'reflector_calls',
  'reflector_input_tokens',
  'reflector_cached_tokens',
  'reflector_output_tokens',
  'curator_calls',
  'curator_input_tokens',
  'curator_cached_tokens',
  'curator_output_tokens',
  'maintenance_tokens',
  'usd',
  'edit_tokens',
  'edit_tokens_counters',
  'prefix_reuse',
  'redundancy',
  'coverage',
  'retention',
  'wrong',
  'compressed',
  'collapsed',
  'evict_events',
  'evict_ties',
  'unused',
  'harmful',
  'conflicts',
  'vague',
  'churn',
] as const satisfies readonly (keyof RoundRow)[];
