import type { Op } from '../core/context-event.ts';
import { applyDelta, type DeltaContext } from '../playbook/apply-delta.ts';
import type { Playbook } from '../playbook/playbook.ts';
import type { Carriers } from './carriers.ts';
import type { StreamDelta, StreamOp } from './sweep-stream.ts';

export type SweptDelta = {
  readonly playbook: Playbook;
  /** Ops that name a bullet, and those of them of which no bullet carries the key: they are left out. */
  readonly named: number;
  readonly orphaned: number;
};

/**
 * Applies a recorded delta to another playbook: each op to the bullet that carries, in its lineage, the key of the one that it named. `carriers`
 * are the playbook's, and follow.
 */
export function sweepDelta(
  playbook: Playbook,
  delta: StreamDelta,
  carriers: Carriers,
  fits: DeltaContext['fits'],
): SweptDelta {
  const { round } = delta;
  let current = applyDelta(playbook, [], { round, fits, used: usedById(delta, carriers) }).playbook;
  let [named, orphaned] = [0, 0];
  for (const one of delta.ops) {
    if (one.names.length > 0) named++;
    const op = readdressed(one, carriers);
    if (op === null) {
      orphaned++;
      continue;
    }
    const grown = applyDelta(current, [{ key: one.key, op }], { round, fits, used: new Map() });
    current = grown.playbook;
    const [applied] = grown.event.applied;
    if (applied !== undefined) carriers.applied(one.key, op, applied.id);
  }
  return { playbook: current, named, orphaned };
}

/** Two bullets that were cited may be one here. */
function usedById({ used }: StreamDelta, carriers: Carriers): ReadonlyMap<string, number> {
  const byId = new Map<string, number>();
  for (const [key, attempts] of used) {
    const id = carriers.idOf(key);
    if (id !== undefined) byId.set(id, (byId.get(id) ?? 0) + attempts);
  }
  return byId;
}

/** The op with the ids of this playbook; null where a bullet that it names is gone. */
function readdressed({ op, names }: StreamOp, carriers: Carriers): Op | null {
  const ids = names.flatMap((key) => carriers.idOf(key) ?? []);
  if (ids.length < names.length) return null;
  switch (op.op) {
    case 'update':
    case 'tag':
    case 'remove':
      return { ...op, id: ids[0]! };
    case 'merge':
      return { ...op, ids };
    case 'add':
    case 'unknown':
      return op;
  }
}
