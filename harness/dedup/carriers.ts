import type { ContextEvent, Op } from '../core/context-event.ts';
import type { Playbook } from '../playbook/playbook.ts';

/** Which bullet carries each op's key in its lineage. Changed in place as a playbook changes, which spares going through all lineages. */
export type Carriers = {
  /** The id of the bullet that carries a key; undefined where none does. */
  idOf(key: string): string | undefined;
  /** Follows an op that was applied to a bullet. */
  applied(key: string, op: Op, id: string): void;
  /** Follows what refine and eviction did. */
  follow(event: ContextEvent): void;
};

export function carriersOf({ bullets }: Playbook): Carriers {
  const idOfKey = new Map<string, string>();
  const keysOf = new Map<string, string[]>();
  const carry = (key: string, id: string): void => {
    idOfKey.set(key, id);
    const keys = keysOf.get(id);
    if (keys === undefined) keysOf.set(id, [key]);
    else keys.push(key);
  };
  const drop = (id: string): void => {
    for (const key of keysOf.get(id) ?? []) idOfKey.delete(key);
    keysOf.delete(id);
  };
  const move = (from: string, into: string): void => {
    if (from === into) return;
    const keys = keysOf.get(from) ?? [];
    keysOf.delete(from);
    for (const key of keys) carry(key, into);
  };
  for (const { id, lineage } of bullets) for (const key of lineage) carry(key, id);

  return {
    idOf: (key) => idOfKey.get(key),
    applied: (key, op, id) => {
      if (op.op === 'remove') drop(id);
      if (op.op === 'merge') for (const from of op.ids) move(from, id);
      if (op.op === 'add' || op.op === 'update' || op.op === 'merge') carry(key, id);
    },
    follow: (event) => {
      if (event.kind === 'evict') event.ids.forEach(drop);
      if (event.kind !== 'refine') return;
      for (const { from, into } of event.merged) move(from, into);
      for (const { id } of event.replaced ?? []) drop(id);
    },
  };
}
