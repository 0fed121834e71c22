import { z } from 'zod';
import { modelFailureKinds, infraFailureKinds } from '../core/failure.ts';
import { roles } from '../core/llm.ts';
import {
  type AdaptationRecord,
  type Checkpoint,
  contextVersions,
  type EndRecord,
  type RefineRecord,
  type RoundRecord,
  type RunRecord,
  type TimeAside,
  type TrialRecord,
} from '../core/records.ts';
import { readingKinds } from '../core/readings.ts';
import { phases } from '../core/tools.ts';

// The shapes of what stands in a run's files: whatever does not fit was changed, or written by other code.

const count = z.int().min(0);
const maybe = z.number().nullable();
const text = z.string();
const texts = z.array(text).readonly();

const failure = z.strictObject({ kind: z.enum([...modelFailureKinds, ...infraFailureKinds]), message: text });
const failedRole = z.enum([...roles, 'embedder', 'method', 'suite']);
const trialFailure = failure.extend({ role: failedRole });
const usage = z.strictObject({
  calls: count,
  inputTokens: maybe,
  cachedTokens: maybe,
  cacheWriteTokens: maybe,
  outputTokens: maybe,
  reasoningTokens: maybe,
});
const usageByRole = z.strictObject(Object.fromEntries(roles.map((role) => [role, usage.exactOptional()])));
const readings = z.strictObject(
  Object.fromEntries(
    roles.map((role) => [
      role,
      z.strictObject(Object.fromEntries(readingKinds.map((kind) => [kind, count.exactOptional()]))).exactOptional(),
    ]),
  ),
);
const embeddingUse = { embedded: count, embeddedTokens: count, compared: count };
const place = { seq: count, round: count };

const op = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('add'),
    section: text,
    text,
    type: z.enum(['strategy', 'error_pattern', 'tool_tip']).nullable(),
    rationale: text.nullable(),
  }),
  z.strictObject({ op: z.literal('update'), id: text, text }),
  z.strictObject({ op: z.literal('tag'), id: text, helpful: z.number(), harmful: z.number() }),
  z.strictObject({ op: z.literal('merge'), ids: texts, text }),
  z.strictObject({ op: z.literal('remove'), id: text }),
  z.strictObject({ op: z.literal('unknown'), found: text }),
]);
const rejectReason = z.enum(['unknown-id', 'empty-text', 'no-op', 'unknown-op', 'too-large', 'bad-section', 'vague']);

const event = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('lessons'), task: text, lessons: texts, rounds: count }),
  z.strictObject({
    kind: z.literal('delta'),
    round: count,
    ops: z.array(z.strictObject({ key: text, op })).readonly(),
    applied: z.array(z.strictObject({ key: text, id: text })).readonly(),
    rejected: z.array(z.strictObject({ key: text, reason: rejectReason })).readonly(),
    used: z.array(z.tuple([text, count]).readonly()).readonly(),
  }),
  z.strictObject({
    kind: z.literal('refine'),
    trigger: z.enum(['delta', 'budget', 'period']),
    merged: z
      .array(z.strictObject({ from: text, into: text, cosine: z.number(), text: text.exactOptional() }))
      .readonly(),
    replaced: z
      .array(z.strictObject({ id: text, by: text, cosine: z.number() }))
      .readonly()
      .exactOptional(),
    vetoed: z
      .array(
        z.strictObject({ a: text, b: text, texts: z.tuple([text, text]).readonly(), cosine: z.number(), guard: text }),
      )
      .readonly(),
    compared: count,
    tokensBefore: count,
    tokensAfter: count,
  }),
  z.strictObject({
    kind: z.literal('evict'),
    ids: texts,
    ties: count,
    tokensBefore: count,
    tokensAfter: count,
    exceedsBy: count,
  }),
  z.strictObject({ kind: z.literal('rewrite'), context: z.json() }),
  z.strictObject({
    kind: z.literal('failed'),
    role: failedRole,
    task: text,
    failure,
  }),
]);
const events = z.array(event).readonly();

const passed = z.tuple([count, count]).readonly();
const trial = z.strictObject({
  kind: z.literal('trial'),
  seq: count,
  phase: z.enum(phases),
  round: count,
  epoch: count,
  order: count,
  sample: count,
  task: text,
  scenario: text,
  context: text,
  which: z.enum(contextVersions),
  score: z.number(),
  checks: passed,
  checksByKind: z
    .strictObject({ 'seen wording': passed, 'seen rule, other wording': passed, unseen: passed })
    .partial()
    .optional(),
  failure: trialFailure.nullable(),
  cited: texts,
  citedUnknown: texts,
  readings,
  perTaskTokens: count,
  usage: usageByRole,
  inference: z.strictObject(embeddingUse).nullable(),
  gradeUsage: usageByRole.nullable(),
}) as z.ZodObject & z.ZodType<TrialRecord>;

const adaptation = z.strictObject({
  kind: z.literal('adaptation'),
  ...place,
  events,
  usage: usageByRole,
  readings,
  rollouts: count,
  embedding: z.strictObject(embeddingUse).nullable(),
}) as z.ZodObject & z.ZodType<AdaptationRecord>;

const refine = z.strictObject({
  kind: z.literal('refine'),
  ...place,
  events,
  usage: usageByRole,
  readings,
  ...embeddingUse,
}) as z.ZodObject & z.ZodType<RefineRecord>;

const round = z.strictObject({
  kind: z.literal('round'),
  ...place,
  epoch: count,
  contextHash: text,
  contextTokens: count,
  bullets: maybe,
  editTokens: maybe,
  editTokensCounters: maybe,
  prefixReuse: maybe,
  coverage: maybe,
  retention: maybe,
  wrong: maybe,
  redundancy: maybe,
  collapsed: z.boolean(),
  compressed: z.boolean(),
  valScore: maybe,
  valRound: maybe,
}) satisfies z.ZodType<RoundRecord>;

const end = z.strictObject({
  kind: z.literal('end'),
  seq: count,
  status: z.enum(['complete', 'incomplete']),
  rounds: count,
  trials: count,
  bestRound: maybe,
  bestIsFinal: z.boolean(),
  failure: failure.nullable(),
}) satisfies z.ZodType<EndRecord>;

/** A line of records.jsonl. */
export const recordShape: z.ZodType<RunRecord> = z.discriminatedUnion('kind', [trial, adaptation, refine, round, end]);

/** The last line of a file beside the records of a run that ended, by the seq of its end: what is missing before it shows. */
export type EndLine = { readonly kind: 'end'; readonly seq: number };

/** A line of times.jsonl. */
export const timeLineShape: z.ZodType<TimeAside | EndLine> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('time'),
    seq: count,
    durationMs: z.number(),
    refineMs: maybe,
    refineEmbeddingMs: maybe,
    sandboxMs: maybe,
  }),
  z.strictObject({ kind: z.literal('end'), seq: count }),
]);

/** What checkpoint.json keeps of a run. */
export const checkpointShape: z.ZodType<Checkpoint> = z.strictObject({
  seq: count,
  trials: count,
  context: z.json(),
  best: z.strictObject({ round: count, score: z.number(), context: z.json() }).nullable(),
  lessonsSeen: texts,
  embedded: texts,
  previous: round,
  lastProbe: z.strictObject({ score: z.number(), round: count, contextHash: text }).nullable(),
});
