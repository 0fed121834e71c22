import type { Op } from '../core/context-event.ts';
import { applyDelta, type DeltaContext } from '../playbook/apply-delta.ts';
import type { Playbook } from '../playbook/playbook.ts';
import type { StreamDelta, StreamOp } from './sweep-stream.ts';

export type SweptDelta = {
  readonly playbook: Playbook;
  /** Ops that name a bullet, and those of them of which no bullet carries the key: they are left out. */
  readonly named: number;
  readonly orphaned: number;
};

/** Applies a recorded delta to another playbook: each op to the bullet that carries, in its lineage, the key of the one that it named. */
export function sweepDelta(playbook: Playbook, delta: StreamDelta, fits: DeltaContext['fits']): SweptDelta {
  const { round } = delta;
  const idOfKey = bearersOf(playbook, delta);
  let current = applyDelta(playbook, [], { round, fits, used: usedById(delta, idOfKey) }).playbook;
  let [named, orphaned] = [0, 0];
  for (const one of delta.ops) {
    if (one.names.length > 0) named++;
    const op = readdressed(one, idOfKey);
    if (op === null) {
      orphaned++;
      continue;
    }
    const grown = applyDelta(current, [{ key: one.key, op }], { round, fits, used: new Map() });
    current = grown.playbook;
    const [applied] = grown.event.applied;
    if (applied !== undefined) follow(idOfKey, one.key, op, applied.id);
  }
  return { playbook: current, named, orphaned };
}

/** Which bullet carries each key that the delta names. */
function bearersOf({ bullets }: Playbook, { ops, used }: StreamDelta): Map<string, string> {
  const wanted = new Set([...ops.flatMap(({ names }) => names), ...used.map(([key]) => key)]);
  const idOfKey = new Map<string, string>();
  if (wanted.size === 0) return idOfKey;
  for (const { id, lineage } of bullets)
    for (let nth = 0; nth < lineage.length; nth++) if (wanted.has(lineage[nth]!)) idOfKey.set(lineage[nth]!, id);
  return idOfKey;
}

/** Two bullets that were cited may be one here. */
function usedById({ used }: StreamDelta, idOfKey: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
  const byId = new Map<string, number>();
  for (const [key, attempts] of used) {
    const id = idOfKey.get(key);
    if (id !== undefined) byId.set(id, (byId.get(id) ?? 0) + attempts);
  }
  return byId;
}

/** The op with the ids of this playbook; null where a bullet that it names is gone. */
function readdressed({ op, names }: StreamOp, idOfKey: ReadonlyMap<string, string>): Op | null {
  const ids = names.flatMap((key) => idOfKey.get(key) ?? []);
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

function follow(idOfKey: Map<string, string>, key: string, op: Op, id: string): void {
  if (op.op === 'add') idOfKey.set(key, id);
  if (op.op === 'remove') for (const [carried, bearer] of idOfKey) if (bearer === id) idOfKey.delete(carried);
  if (op.op === 'merge') for (const [carried, bearer] of idOfKey) if (op.ids.includes(bearer)) idOfKey.set(carried, id);
}
