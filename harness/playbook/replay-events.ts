import type { ContextEvent } from '../core/context-event.ts';
import type { Json } from '../core/json.ts';
import { applyDelta } from './apply-delta.ts';
import { compareNoMore, duplicateRules, type OnDuplicate } from './refine.ts';
import { type Bullet, type Playbook, withBullets } from './playbook.ts';

/**
 * The context after recorded events, from the one before them: playbooks by applying deltas, merges and evictions again, contexts that
 * are written anew by taking what was written. Gives any round's context exactly, with no model or embedder.
 */
export function replayEvents(context: Json, events: readonly ContextEvent[], onDuplicate: OnDuplicate = 'drop'): Json {
  return events.reduce<Json>((current, event) => replayEvent(current, event, onDuplicate), context);
}

function replayEvent(context: Json, event: ContextEvent, onDuplicate: OnDuplicate): Json {
  switch (event.kind) {
    case 'lessons':
    case 'failed':
      return context;
    case 'rewrite':
      return event.context;
    case 'delta': {
      const rejected = new Set(event.rejected.map(({ key }) => key));
      const accepted = event.ops.filter(({ key }) => !rejected.has(key));
      return applyDelta(context as Playbook, accepted, {
        round: event.round,
        fits: () => true,
        used: new Map(event.used),
      }).playbook;
    }
    case 'refine': {
      const playbook = context as Playbook;
      const bullets = new Map(playbook.bullets.map((bullet) => [bullet.id, bullet]));
      for (const { from, into } of event.merged) {
        bullets.set(into, duplicateRules[onDuplicate](bullets.get(into) as Bullet, bullets.get(from) as Bullet));
        bullets.delete(from);
      }
      return { ...withBullets(playbook, [...bullets.values()].map(compareNoMore)), refinedTokens: event.tokensAfter };
    }
    case 'evict': {
      const gone = new Set(event.ids);
      const playbook = context as Playbook;
      return withBullets(
        playbook,
        playbook.bullets.filter(({ id }) => !gone.has(id)),
      );
    }
  }
}
