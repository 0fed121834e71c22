import type { ContextEvent, Op, RejectReason } from '../core/context-event.ts';
import { oneLine } from '../playbook/one-line.ts';
import type { Playbook } from '../playbook/playbook.ts';
import { playbookIn, type RunStep } from '../analysis/run-step.ts';

/** An op as it was proposed, with the keys of the bullets that it names: the ops that made them. */
export type StreamOp = { readonly key: string; readonly op: Op; readonly names: readonly string[] };
export type StreamDelta = {
  readonly round: number;
  readonly ops: readonly StreamOp[];
  /** Attempts per cited bullet, by the key of the op that made it. */
  readonly used: readonly (readonly [key: string, attempts: number])[];
};
export type StreamRound = {
  readonly round: number;
  readonly deltas: readonly StreamDelta[];
  /** Lessons that reflectors stated in this round. */
  readonly lessons: readonly string[];
  /** What the run itself published. */
  readonly contextHash: string;
  readonly contextTokens: number;
};
/** What was proposed in a run, apart from what became of it: bullets are told by keys, since ids are another playbook's. */
export type SweepStream = { readonly start: Playbook; readonly rounds: readonly StreamRound[] };

/** The stream of a run's whole rounds; null for a run whose context has no bullets. Throws what the steps throw. */
export async function sweepStream(steps: AsyncIterable<RunStep>): Promise<SweepStream | null> {
  let start: Playbook | null = null;
  let deltas: StreamDelta[] = [];
  let lessons: string[] = [];
  const rounds: StreamRound[] = [];
  for await (const { record, events, context } of steps) {
    start ??= playbookIn(events[0]?.before ?? context);
    if (start === null) return null;
    for (const { event, before } of events) {
      if (event.kind === 'lessons') lessons.push(...event.lessons);
      if (event.kind === 'delta') deltas.push(streamDelta(event, playbookIn(before)!));
    }
    if (record.kind !== 'round') continue;
    const { round, contextHash, contextTokens } = record;
    rounds.push({ round, deltas, lessons, contextHash, contextTokens });
    [deltas, lessons] = [[], []];
  }
  return start === null ? null : { start, rounds };
}

// Rejections for which the bullets that are there may be the reason. Any other op would be rejected by every playbook: its text says why, or it
// names a bullet that its proposer cannot have seen in the context.
const dependsOnContext: readonly RejectReason[] = ['no-op', 'too-large'];

function streamDelta(event: Extract<ContextEvent, { kind: 'delta' }>, before: Playbook): StreamDelta {
  // A bullet's own key stands first in its lineage, whatever was merged into it.
  const keyOfId = new Map(before.bullets.map(({ id, lineage }) => [id, lineage[0] ?? id]));
  const used = event.used.flatMap(([id, attempts]) => {
    const key = keyOfId.get(id);
    return key === undefined ? [] : [[key, attempts] as const];
  });
  const reasonOfKey = new Map(event.rejected.map(({ key, reason }) => [key, reason]));
  const idOfKey = new Map(event.applied.map(({ key, id }) => [key, id]));
  const ops = event.ops.flatMap(({ key, op }): readonly StreamOp[] => {
    const reason = reasonOfKey.get(key);
    if (reason !== undefined && !dependsOnContext.includes(reason)) return [];
    const ids = idsNamed(op);
    const names = ids.flatMap((id) => keyOfId.get(id) ?? []);
    const id = idOfKey.get(key);
    if (id !== undefined) {
      if (op.op === 'add') keyOfId.set(id, key);
      if (op.op === 'remove' || op.op === 'merge')
        for (const gone of ids) if (op.op === 'remove' || gone !== id) keyOfId.delete(gone);
    }
    return names.length < ids.length ? [] : [{ key, op, names }];
  });
  return { round: event.round, ops, used };
}

function idsNamed(op: Op): readonly string[] {
  switch (op.op) {
    case 'update':
    case 'tag':
    case 'remove':
      return [op.id];
    case 'merge':
      return [...new Set(op.ids)];
    case 'add':
    case 'unknown':
      return [];
  }
}

/** All texts that bullets of the stream may have, whatever the setting. */
export function textsOfStream({ start, rounds }: SweepStream): readonly string[] {
  const proposed = rounds.flatMap(({ deltas }) => deltas.flatMap(({ ops }) => ops.map(({ op }) => op)));
  return [
    ...start.bullets.map(({ text }) => text),
    ...proposed.flatMap((op) => (op.op === 'add' || op.op === 'update' || op.op === 'merge' ? [oneLine(op.text)] : [])),
  ];
}
