import { changesBetween, textsOf } from '../analysis/bullet-health.ts';
import { type BulletHealth, type BulletWatch, watchBullets } from '../analysis/bullet-watch.ts';
import type { RoundRecord } from '../core/records.ts';
import type { Playbook } from '../playbook/playbook.ts';
import { playbookIn, type RunStep } from '../analysis/run-step.ts';

/** A round's published context and how it changed, named and computed as in rounds.csv. Nulls where the context has no bullets. */
export type RoundHealth = Pick<
  RoundRecord,
  'round' | 'contextTokens' | 'coverage' | 'retention' | 'redundancy' | 'wrong' | 'compressed' | 'collapsed'
> &
  BulletHealth & {
    readonly bullets: number | null;
    /** Since the round before, in what was published: what came and went within the round is none. */
    readonly arrived: number | null;
    readonly gone: number | null;
    readonly reworded: number | null;
  };

export type RunHealth = {
  readonly rounds: readonly RoundHealth[];
  /** Mean over the rounds that have a churn. */
  readonly meanChurn: number | null;
  readonly compressed: readonly number[];
  readonly collapsed: readonly number[];
};

export type RunWalked = RunHealth & {
  /** The last recorded round's context; the playbook is null where it has no bullets. */
  readonly last: { readonly round: number; readonly tokens: number; readonly playbook: Playbook | null } | null;
  /** False where the context shows no ids, so that nothing can be cited or tagged. */
  readonly showsIds: boolean;
};

/** Goes through a run's rounds and sums up how they changed its context. */
export async function runHealth(steps: AsyncIterable<RunStep>): Promise<RunWalked> {
  const rounds: RoundHealth[] = [];
  let watch: BulletWatch | null = null;
  let before: Playbook | null = null;
  let last: RunWalked['last'] = null;
  let showsIds = false;
  for await (const { record, events, context } of steps) {
    for (const { event } of events) watch?.add(event);
    if (record.kind !== 'round') continue;
    const playbook = playbookIn(context);
    // Round 0 publishes what the run started from: nothing has changed yet.
    watch ??= watchBullets(context);
    const health = watch.close({ round: record.round, bullets: playbook?.bullets.length ?? null });
    if (record.round > 0) rounds.push({ ...ofRecord(record), ...changeOf(before, playbook), ...health });
    before = playbook;
    last = { round: record.round, tokens: record.contextTokens, playbook };
    showsIds ||= record.bullets !== null;
  }
  const churns = rounds.flatMap(({ churn }) => (churn === null ? [] : [churn]));
  return {
    rounds,
    meanChurn: churns.length === 0 ? null : churns.reduce((sum, churn) => sum + churn, 0) / churns.length,
    compressed: rounds.filter(({ compressed }) => compressed).map(({ round }) => round),
    collapsed: rounds.filter(({ collapsed }) => collapsed).map(({ round }) => round),
    last,
    showsIds,
  };
}

function ofRecord(record: RoundRecord) {
  const { round, contextTokens, coverage, retention, redundancy, wrong, compressed, collapsed } = record;
  return { round, contextTokens, coverage, retention, redundancy, wrong, compressed, collapsed };
}

function changeOf(before: Playbook | null, after: Playbook | null) {
  if (before === null || after === null) return { bullets: null, arrived: null, gone: null, reworded: null };
  const { arrived, gone, reworded } = changesBetween(textsOf(before.bullets), textsOf(after.bullets));
  return { bullets: after.bullets.length, arrived, gone, reworded };
}
