import type { ContextEvent } from '../core/context-event.ts';
import { failureOf, isInfraFailure } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import type { UsageByRole } from '../core/llm.ts';
import type { Experience } from '../core/method.ts';
import type { Tools } from '../core/tools.ts';
import type { RunParts } from './run-parts.ts';
import type { Meters } from './tools-for.ts';

export type Adapted = {
  readonly context: Json;
  readonly events: readonly ContextEvent[];
  /** What grew the context; without the calls that refined it. */
  readonly usage: UsageByRole;
  readonly upkeepUsage: UsageByRole;
  readonly embedded: number;
  readonly embeddedTokens: number;
  readonly compared: number;
  readonly durationMs: number;
  readonly upkeepMs: number | null;
  readonly failedInfra: boolean;
};

/** One adaptation. One that throws is recorded as failed and leaves the context as it was; only an interrupt is passed on. */
export async function adaptContext(
  context: Json,
  experience: readonly Experience[],
  tools: Tools,
  meters: Meters,
  { method, clock, signal }: Pick<RunParts, 'method' | 'clock' | 'signal'>,
): Promise<Adapted> {
  const started = clock();
  const adapted = await method.adapt(context, experience, tools).catch((error: unknown) => {
    if (signal.aborted) throw error;
    const failed: ContextEvent = { kind: 'failed', role: 'method', task: tools.at.task, failure: failureOf(error) };
    return { context, events: [failed] };
  });
  const { merger, ...usage } = meters.usage();
  return {
    ...adapted,
    usage,
    upkeepUsage: merger === undefined ? {} : { merger },
    embedded: meters.embedded(),
    embeddedTokens: meters.embeddedTokens(),
    compared: meters.compared(),
    durationMs: clock() - started,
    upkeepMs: meters.upkeepMs(),
    failedInfra: adapted.events.some((event) => event.kind === 'failed' && isInfraFailure(event.failure.kind)),
  };
}
