import type { ContextEvent } from '../core/context-event.ts';
import { PartError } from '../core/failure.ts';
import { equalJson, type Json } from '../core/json.ts';
import type { Adaptation, Method } from '../core/method.ts';
import type { Rendered } from '../core/rendered.ts';
import type { Budget } from '../core/spec.ts';
import { withinLimit } from '../core/time-limit.ts';
import { found } from './found.ts';
import type { Halt } from './halt.ts';
import type { RunParts } from './run-parts.ts';
import { watchedTools } from './watched-tools.ts';

type MethodDeps = Pick<RunParts, 'method' | 'replay' | 'countTokens' | 'timeouts'>;

/**
 * A method that is held to the contract: what it renders is a context; its contexts are within the budget, unless an event says by how much
 * one exceeds it; the events of an adaptation rebuild the context that it returns; and the context that it was given stays as it was.
 */
export function checkedMethod(
  { method, replay, countTokens, timeouts }: MethodDeps,
  budget: Budget,
  halt: Halt,
): Method {
  const { name } = method;
  const late = (what: string) => () =>
    new PartError(
      `Cannot ${what}: expected method ${name} to take at most ${timeouts.part / 1000} s between calls (timeouts.part), found it still busy`,
    );
  const render: Method['render'] = (context, question, tools) =>
    halt.through(async () => {
      const rendered: unknown = await withinLimit(timeouts.part, late('render a context'), (calling) =>
        method.render(context, question, watchedTools(tools, calling)),
      );
      const fault = renderedFault(rendered);
      if (fault !== null) throw new PartError(`Cannot render a context: expected method ${name} to give ${fault}`);
      return rendered as Rendered;
    });
  const adapt: Method['adapt'] = (context, experience, tools) =>
    halt.through(async () => {
      // Of one object twice: the order of keys is the same, and native code is many times faster than canonical JSON.
      const before = JSON.stringify(context);
      const adapted: unknown = await withinLimit(timeouts.part, late('adapt a context'), (calling) =>
        method.adapt(context, experience, watchedTools(tools, calling)),
      );
      const where = `Cannot adapt the context in round ${tools.at.round}: expected method ${name} to`;
      const fault = adaptationFault(adapted);
      if (fault !== null) throw new PartError(`${where} ${fault}`);
      const { context: after, events } = adapted as Adaptation<Json>;
      if (JSON.stringify(context) !== before)
        throw new PartError(`${where} leave the context that it was given as it was, found it changed in place`);
      if (!rebuild(context, events, after))
        throw new PartError(`${where} return events that rebuild its new context, found others`);
      const tokens = countTokens((await render(after, null, tools)).stable);
      if (tokens > budget.tokens && budget.evict !== 'off' && !saysExceeding(events))
        throw new PartError(`${where} keep within budgetTokens, ${budget.tokens}, found a context of ${tokens} tokens`);
      return adapted as Adaptation<Json>;
    });
  // Inherits, since what a class defines would be lost in a copy.
  return Object.assign(Object.create(method) as Method, { render, adapt });

  function rebuild(context: Json, events: readonly ContextEvent[], after: Json): boolean {
    try {
      return equalJson(replay(context, events), after);
    } catch {
      return false;
    }
  }
}

function saysExceeding(events: readonly ContextEvent[]): boolean {
  return events.some((event) => event.kind === 'evict' && event.exceedsBy > 0);
}

function renderedFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return `{ stable, perTask, ids }, found ${found(value)}`;
  const { stable, perTask, ids } = value as Partial<Rendered>;
  if (typeof stable !== 'string') return `stable as text, found ${found(stable)}`;
  if (typeof perTask !== 'string') return `perTask as text, found ${found(perTask)}`;
  return ids === null || typeof ids?.has === 'function' ? null : `ids as a set or null, found ${found(ids)}`;
}

function adaptationFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return `return { context, events }, found ${found(value)}`;
  const { context, events } = value as Partial<Adaptation<Json>>;
  if (context === undefined) return 'return a context, found undefined';
  return Array.isArray(events) ? null : `return events as a list, found ${found(events)}`;
}
