import { shortHash } from '../core/hash.ts';
import type { Aside, EmbeddingUse, RunItem, TrialRecord } from '../core/records.ts';
import type { Adapted } from './adapt-context.ts';
import type { AttemptCost, Attempted } from './attempt-task.ts';
import { citedIn } from './feedback.ts';
import type { Scope } from './scopes.ts';

// Characters, so that a record line stays short whatever a model or an exception says. That the first ids are kept and not all costs
// nothing else: deltas count every citation.
const longest = { message: 120, cited: 160, citedUnknown: 60 };

export type TrialPlace = Pick<TrialRecord, 'seq' | 'phase' | 'round' | 'epoch' | 'order' | 'sample' | 'which'> & {
  readonly contextHash: string;
  readonly perTaskTokens: number;
};

/** A trial's record and what stands beside it. */
export function trialItems(
  { task, rendered, attempt, grade, failedRole, durationMs, sandboxMs }: Attempted,
  { usage, embedding, gradeUsage, readings }: AttemptCost,
  { contextHash, perTaskTokens, ...place }: TrialPlace,
): readonly RunItem[] {
  const { seq, phase, round, epoch, order, sample, which } = place;
  const { failure, answer, replies, steps } = attempt;
  const cited = citedIn(attempt);
  const isKnown = (id: string): boolean => rendered?.ids?.has(id) ?? false;
  const record: TrialRecord = {
    kind: 'trial',
    seq,
    phase,
    round,
    epoch,
    order,
    sample,
    task: task.id,
    scenario: task.scenario,
    context: shortHash(contextHash),
    which,
    score: grade.score,
    checks: [grade.checks.passed, grade.checks.total],
    ...(grade.checksByKind === undefined ? {} : { checksByKind: grade.checksByKind }),
    failure:
      failure === null
        ? null
        : { kind: failure.kind, message: failure.message.slice(0, longest.message), role: failedRole },
    cited: firstWithin(longest.cited, cited.filter(isKnown)),
    citedUnknown: firstWithin(
      longest.citedUnknown,
      cited.filter((id) => !isKnown(id)),
    ),
    readings,
    perTaskTokens,
    usage,
    inference: whereUsed(embedding),
    gradeUsage: Object.keys(gradeUsage).length === 0 ? null : gradeUsage,
  };
  return [
    { kind: 'record', record },
    timeItem({ seq, durationMs, sandboxMs }),
    { kind: 'aside', aside: { kind: 'transcript', seq, replies, answer, profiles: grade.profiles, steps } },
  ];
}

/** The first of the words that fit into so many characters; of a first one that is too long, its start. */
function firstWithin(characters: number, words: readonly string[]): readonly string[] {
  let used = 0;
  const fitting = words.filter((word) => {
    used += word.length + 3;
    return used <= characters;
  });
  return fitting.length === 0 ? words.slice(0, 1).map((word) => word.slice(0, characters)) : fitting;
}

/** The records of an adaptation: what grew the context, then, where there was any, its refinement. */
export function adaptationItems(
  { events, durationMs: adaptationMs }: Adapted,
  { meters, rollouts }: Pick<Scope, 'meters' | 'rollouts'>,
  firstSeq: number,
  round: number,
): readonly RunItem[] {
  const isRefinement = (kind: string): boolean => kind === 'refine' || kind === 'evict';
  const growth = events.filter(({ kind }) => !isRefinement(kind));
  const refinement = events.filter(({ kind }) => isRefinement(kind));
  const items: RunItem[] = [
    {
      kind: 'record',
      record: {
        kind: 'adaptation',
        seq: firstSeq,
        round,
        events: growth,
        usage: meters.usage(),
        readings: meters.readings(),
        rollouts: rollouts(),
        embedding: whereUsed(meters.embedding()),
      },
    },
    timeItem({ seq: firstSeq, durationMs: adaptationMs }),
  ];
  const use = meters.refine.embedding();
  if (refinement.length === 0 && whereUsed(use) === null) return items;
  const seq = firstSeq + 1;
  const times = meters.refine.times();
  const durationMs = (times.refineMs ?? 0) + (times.refineEmbeddingMs ?? 0);
  items.push(
    {
      kind: 'record',
      record: {
        ...{ kind: 'refine', seq, round, events: refinement },
        ...{ usage: meters.refine.usage(), readings: meters.refine.readings(), ...use },
      },
    },
    timeItem({ seq, durationMs, ...times }),
  );
  return items;
}

function timeItem({
  seq,
  durationMs,
  refineMs = null,
  refineEmbeddingMs = null,
  sandboxMs = null,
}: Partial<Extract<Aside, { kind: 'time' }>> & { readonly seq: number; readonly durationMs: number }): RunItem {
  return { kind: 'aside', aside: { kind: 'time', seq, durationMs, refineMs, refineEmbeddingMs, sandboxMs } };
}

function whereUsed(use: EmbeddingUse): EmbeddingUse | null {
  return use.embedded === 0 && use.compared === 0 ? null : use;
}
