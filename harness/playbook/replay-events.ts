import type { ContextEvent } from '../core/context-event.ts';
import type { Json } from '../core/json.ts';
import { applyDelta } from './apply-delta.ts';
import { mergedInto } from './duplicate-rules.ts';
import { growingFrom } from './evict.ts';
import { type Bullet, markCompared, type Playbook, withBullets } from './playbook.ts';

/**
 * The context after recorded events, from the one before them: playbooks by applying deltas, merges and evictions again, contexts that
 * are written anew by taking what was written. Gives any round's context exactly, with no model or embedder.
 */
export function replayEvents(context: Json, events: readonly ContextEvent[]): Json {
  return events.reduce(replayEvent, context);
}

function replayEvent(context: Json, event: ContextEvent): Json {
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
      for (const { from, into, text } of event.merged) {
        bullets.set(into, mergedInto(bullets.get(into) as Bullet, bullets.get(from) as Bullet, text));
        bullets.delete(from);
      }
      for (const { id } of event.replaced ?? []) bullets.delete(id);
      return { ...withBullets(playbook, [...bullets.values()].map(markCompared)), refinedTokens: event.tokensAfter };
    }
    case 'evict': {
      const gone = new Set(event.ids);
      const playbook = context as Playbook;
      const left = playbook.bullets.filter(({ id }) => !gone.has(id));
      return growingFrom(withBullets(playbook, left), event.tokensAfter);
    }
  }
}
