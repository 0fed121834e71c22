import type { FailedRole, Failure } from './failure.ts';
import type { Json } from './json.ts';

export type BulletType = 'strategy' | 'error_pattern' | 'tool_tip';

/** One proposed change of a playbook. Ids and sections are as the proposer wrote them. */
export type Op =
  | {
      readonly op: 'add';
      readonly section: string;
      readonly text: string;
      readonly type: BulletType | null;
      readonly rationale: string | null;
    }
  | { readonly op: 'update'; readonly id: string; readonly text: string }
  | { readonly op: 'tag'; readonly id: string; readonly helpful: number; readonly harmful: number }
  | { readonly op: 'merge'; readonly ids: readonly string[]; readonly text: string }
  | { readonly op: 'remove'; readonly id: string }
  /** Something that could not be read as an op: kept, so that it is rejected and recorded. */
  | { readonly op: 'unknown'; readonly found: string };

/** An op with its stable key `round/task/index`, by which lineage and replays address what it made. */
export type KeyedOp = { readonly key: string; readonly op: Op };
export type AppliedOp = { readonly key: string; readonly id: string };
export type RejectedOp = { readonly key: string; readonly reason: RejectReason };
export type RejectReason =
  | 'unknown-id'
  | 'empty-text'
  | 'no-op'
  | 'unknown-op'
  | 'too-large'
  | 'bad-section'
  /** Advice that names nothing concrete, where the method asks for some. */
  | 'vague';

/** What happened to a context in one adaptation. Replayed from the start, events rebuild any round's context exactly. */
export type ContextEvent =
  | { readonly kind: 'lessons'; readonly task: string; readonly lessons: readonly string[]; readonly rounds: number }
  | {
      readonly kind: 'delta';
      readonly round: number;
      readonly ops: readonly KeyedOp[];
      readonly applied: readonly AppliedOp[];
      readonly rejected: readonly RejectedOp[];
      /** Ids that attempts of this batch cited, with the number of attempts. */
      readonly used: readonly (readonly [id: string, attempts: number])[];
    }
  | {
      readonly kind: 'refine';
      readonly trigger: 'delta' | 'budget' | 'period';
      readonly merged: readonly Merged[];
      /** Absent where duplicates are merged only, never replaced. */
      readonly replaced?: readonly Replaced[];
      readonly vetoed: readonly Vetoed[];
      readonly compared: number;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
    }
  | {
      readonly kind: 'evict';
      readonly ids: readonly string[];
      /** Evictions in which the next in line ranked equal, so that the order of addition decided. */
      readonly ties: number;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      /** Tokens by which the context still exceeds the budget. */
      readonly exceedsBy: number;
    }
  /** The whole new context, for methods that write it anew. */
  | { readonly kind: 'rewrite'; readonly context: Json }
  /** Part of an adaptation that failed; the context is as if it had not been tried. */
  | {
      readonly kind: 'failed';
      readonly role: FailedRole;
      readonly task: string;
      readonly failure: Failure;
    };

/** `from` is gone, its counters and lineage added to `into`, which stays where it stood in the order of addition. */
export type Merged = {
  readonly from: string;
  readonly into: string;
  readonly cosine: number;
  /** The text of `into` from here on; absent where it keeps its own. */
  readonly text?: string;
};
/** A bullet that a newer one made superfluous: gone with its counters. */
export type Replaced = { readonly id: string; readonly by: string; readonly cosine: number };
/** Two bullets, the elder first, that were not merged although their cosine exceeds the threshold, and the guard that forbade it. */
export type Vetoed = {
  readonly a: string;
  readonly b: string;
  readonly texts: readonly [a: string, b: string];
  readonly cosine: number;
  readonly guard: string;
};
