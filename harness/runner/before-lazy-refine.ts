import type { ContextEvent } from '../core/context-event.ts';
import type { Json } from '../core/json.ts';
import type { RunParts } from './run-parts.ts';

/**
 * The context that the first lazy refine of an adaptation was given, rebuilt from the one before the adaptation: what was learnt is in it, and
 * nothing is merged or evicted. Null where the budget made no refine due.
 */
export function beforeLazyRefine(
  context: Json,
  events: readonly ContextEvent[],
  replay: RunParts['replay'],
): Json | null {
  const at = events.findIndex((event) => event.kind === 'refine' && event.trigger === 'budget');
  return at < 0 ? null : replay(context, events.slice(0, at));
}
