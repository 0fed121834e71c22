import { shortHash } from '../core/hash.ts';
import type { RunItem, TrialRecord } from '../core/records.ts';
import type { Adapted } from './adapt-context.ts';
import type { Attempted } from './attempt-task.ts';

// Characters, so that a record line stays short whatever a model or an exception says. That the first ids are kept and not all costs
// nothing else: deltas count every citation.
const longest = { message: 120, cited: 160, citedUnknown: 60 };

export type TrialPlace = Pick<TrialRecord, 'seq' | 'phase' | 'round' | 'epoch' | 'order' | 'which'> & {
  readonly contextHash: string;
  readonly ids: ReadonlySet<string> | null;
};

/** A trial's record and what stands beside it. */
export function trialItems(
  { task, attempt, grade, usage, durationMs }: Attempted,
  place: TrialPlace,
): readonly RunItem[] {
  const { seq, phase, round, epoch, order, which, contextHash, ids } = place;
  const { failure } = attempt;
  const record: TrialRecord = {
    kind: 'trial',
    seq,
    phase,
    round,
    epoch,
    order,
    task: task.id,
    scenario: task.scenario,
    context: shortHash(contextHash),
    which,
    score: grade.score,
    checks: [grade.checks.passed, grade.checks.total],
    failure: failure === null ? null : { kind: failure.kind, message: failure.message.slice(0, longest.message) },
    cited: firstWithin(
      longest.cited,
      attempt.cited.filter((id) => ids?.has(id)),
    ),
    citedUnknown: firstWithin(
      longest.citedUnknown,
      attempt.cited.filter((id) => !ids?.has(id)),
    ),
    repairs: attempt.repairs,
    reasks: attempt.reasks,
    usage,
  };
  const { answer, replies, steps } = attempt;
  return [
    { kind: 'record', record },
    { kind: 'aside', aside: { kind: 'time', seq, durationMs, refineMs: null } },
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
export function adaptationItems(adapted: Adapted, firstSeq: number, round: number): readonly RunItem[] {
  const { events, usage, refineUsage, embedded, embeddedTokens, compared, durationMs, refineMs } = adapted;
  const isRefinement = (kind: string): boolean => kind === 'refine' || kind === 'evict';
  const growth = events.filter(({ kind }) => !isRefinement(kind));
  const refinement = events.filter(({ kind }) => isRefinement(kind));
  const items: RunItem[] = [
    { kind: 'record', record: { kind: 'adaptation', seq: firstSeq, round, events: growth, usage } },
    { kind: 'aside', aside: { kind: 'time', seq: firstSeq, durationMs, refineMs: null } },
  ];
  if (refinement.length === 0 && embedded === 0 && compared === 0) return items;
  const seq = firstSeq + 1;
  items.push(
    {
      kind: 'record',
      record: {
        kind: 'refine',
        seq,
        round,
        events: refinement,
        usage: refineUsage,
        embedded,
        embeddedTokens,
        compared,
      },
    },
    { kind: 'aside', aside: { kind: 'time', seq, durationMs: refineMs ?? 0, refineMs } },
  );
  return items;
}
