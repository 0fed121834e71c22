import type { ContextEvent } from '../core/context-event.ts';
import { failureOf, isInfraFailure } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import type { UsageByRole } from '../core/llm.ts';
import type { Adaptation, Experience, Method } from '../core/method.ts';
import type { Tools } from '../core/tools.ts';
import type { RunParts } from './run-parts.ts';
import type { Meters } from './tools-for.ts';

export type Adapted = {
  readonly context: Json;
  readonly events: readonly ContextEvent[];
  /** What grew the context; without the calls that refined it. */
  readonly usage: UsageByRole;
  readonly refineUsage: UsageByRole;
  readonly embedded: number;
  readonly embeddedTokens: number;
  readonly compared: number;
  readonly durationMs: number;
  readonly refineMs: number | null;
  readonly failedInfra: boolean;
};

/** One adaptation. One that throws is recorded as failed and leaves the context as it was. Never rejects. */
export async function adaptContext(
  context: Json,
  experience: readonly Experience[],
  tools: Tools,
  meters: Meters,
  { method, clock }: Pick<RunParts, 'method' | 'clock'>,
): Promise<Adapted> {
  const started = clock();
  const adapted = await adaptSafely(method, context, experience, tools);
  const { merger, ...usage } = meters.usage();
  return {
    ...adapted,
    usage,
    refineUsage: merger === undefined ? {} : { merger },
    embedded: meters.embedded(),
    embeddedTokens: meters.embeddedTokens(),
    compared: meters.compared(),
    durationMs: clock() - started,
    refineMs: meters.refineMs(),
    failedInfra: adapted.events.some((event) => event.kind === 'failed' && isInfraFailure(event.failure.kind)),
  };
}

async function adaptSafely(
  method: Method,
  context: Json,
  experience: readonly Experience[],
  tools: Tools,
): Promise<Adaptation<Json>> {
  try {
    return await method.adapt(context, experience, tools);
  } catch (error) {
    const failure = failureOf(error);
    return { context, events: [{ kind: 'failed', role: 'method', task: tools.at.task, failure }] };
  }
}
