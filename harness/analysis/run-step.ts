import type { ContextEvent } from '../core/context-event.ts';
import type { Json } from '../core/json.ts';
import type { RunRecord } from '../core/records.ts';
import type { Playbook } from '../playbook/playbook.ts';

/** One record of a run that is gone through again: each of its events with the context before it, and the context after all of them. */
export type RunStep = {
  readonly record: RunRecord;
  readonly events: readonly EventStep[];
  readonly context: Json;
  /** The rendered context, where the record is a round's. */
  readonly text: string | null;
};

export type EventStep = { readonly event: ContextEvent; readonly before: Json };

/** The context as a playbook; null where it is free text or anything else without bullets. */
export function playbookIn(context: Json): Playbook | null {
  const isObject = context !== null && typeof context === 'object' && !Array.isArray(context);
  if (!isObject) return null;
  const { bullets, sections } = context as { readonly [key: string]: Json };
  return Array.isArray(bullets) && Array.isArray(sections) ? (context as unknown as Playbook) : null;
}
