import type { ContextEvent, KeyedOp } from '../core/context-event.ts';

/** What events did to bullets, named as the columns. */
export type Changes = {
  readonly added: number;
  readonly updated: number;
  readonly merged: number;
  readonly dropped: number;
  readonly evicted: number;
  readonly evict_events: number;
  readonly evict_ties: number;
  readonly vetoed: number;
  readonly rejected_ops: number;
  readonly refined: number;
};

export const noChanges: Changes = {
  added: 0,
  updated: 0,
  merged: 0,
  dropped: 0,
  evicted: 0,
  evict_events: 0,
  evict_ties: 0,
  vetoed: 0,
  rejected_ops: 0,
  refined: 0,
};

/** Counts with what an event did to the bullets added. */
export function addChanges(counts: Changes, event: ContextEvent): Changes {
  switch (event.kind) {
    case 'delta': {
      const applied = new Set(event.applied.map(({ key }) => key));
      const ops = event.ops.filter(({ key }) => applied.has(key));
      return {
        ...counts,
        added: counts.added + ops.filter(({ op }) => op.op === 'add').length,
        updated: counts.updated + ops.filter(({ op }) => op.op === 'update').length,
        merged: counts.merged + ops.reduce((sum, op) => sum + mergedAway(op), 0),
        rejected_ops: counts.rejected_ops + event.rejected.length,
      };
    }
    case 'refine':
      return {
        ...counts,
        refined: counts.refined + 1,
        dropped: counts.dropped + event.merged.length + (event.replaced?.length ?? 0),
        vetoed: counts.vetoed + event.vetoed.length,
      };
    case 'evict':
      return {
        ...counts,
        evicted: counts.evicted + event.ids.length,
        // One that evicts nothing tells only by how much the budget is exceeded.
        evict_events: counts.evict_events + (event.ids.length > 0 ? 1 : 0),
        evict_ties: counts.evict_ties + event.ties,
      };
    case 'lessons':
    case 'rewrite':
    case 'failed':
      return counts;
  }
}

function mergedAway({ op }: KeyedOp): number {
  return op.op === 'merge' ? new Set(op.ids).size - 1 : 0;
}
