import type { Embedder } from '../core/embedder.ts';
import { type TextRows, textRowsOf } from '../embedding/text-rows.ts';
import type { Playbook } from './playbook.ts';

const owners = new WeakMap<Playbook, object>();

/** The vectors that a run knows, and a way to hand them on to its next playbook. */
export type VectorMemo = { readonly rows: TextRows; handTo(next: Playbook): void };

/**
 * Takes the vectors that come with a playbook. They pass from each playbook of a run to the next and belong to one at a time: a method serves
 * several runs, and what one of them has embedded must not hide from another's meter what that one needs for the first time. So a
 * playbook that is adapted twice, or was read from JSON, begins without, which costs time and changes no count: a run's meter
 * knows what the run has embedded.
 */
export function takeVectors(playbook: Playbook, embedder: Embedder): VectorMemo {
  const owner = owners.get(playbook) ?? {};
  owners.delete(playbook);
  return {
    rows: textRowsOf(owner, embedder),
    handTo: (next) => {
      owners.set(next, owner);
    },
  };
}
