import type { RoundRecord } from '../core/records.ts';
import type { Playbook } from '../playbook/playbook.ts';
import { playbookIn, type RunStep } from '../analysis/run-step.ts';

/** How a round changed the published context. Nulls where the context has no bullets. */
export type RoundChange = Pick<RoundRecord, 'round' | 'contextTokens' | 'compressed' | 'collapsed'> & {
  readonly bullets: number | null;
  readonly added: number | null;
  readonly removed: number | null;
  readonly updated: number | null;
  /** (added + removed + updated) over the bullets after the round; null without any. */
  readonly churn: number | null;
};

export type RunHealth = {
  readonly rounds: readonly RoundChange[];
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
  const rounds: RoundChange[] = [];
  let before: Playbook | null = null;
  let last: RunWalked['last'] = null;
  let showsIds = false;
  for await (const { record, context } of steps) {
    if (record.kind !== 'round') continue;
    const playbook = playbookIn(context);
    const { round, contextTokens, compressed, collapsed } = record;
    // Round 0 is before any experience: nothing has changed yet.
    if (round > 0) rounds.push({ round, contextTokens, compressed, collapsed, ...changeOf(before, playbook) });
    before = playbook;
    last = { round, tokens: contextTokens, playbook };
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

function changeOf(before: Playbook | null, after: Playbook | null) {
  if (before === null || after === null)
    return { bullets: null, added: null, removed: null, updated: null, churn: null };
  const old = new Map(before.bullets.map(({ id, text }) => [id, text]));
  const kept = after.bullets.filter(({ id }) => old.has(id));
  const bullets = after.bullets.length;
  const added = bullets - kept.length;
  const removed = before.bullets.length - kept.length;
  const updated = kept.filter(({ id, text }) => old.get(id) !== text).length;
  return { bullets, added, removed, updated, churn: bullets === 0 ? null : (added + removed + updated) / bullets };
}
