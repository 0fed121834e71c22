import type { ContextEvent } from '../core/context-event.ts';
import type { Experience } from '../core/experience.ts';
import { failureOf } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import type { Adaptation, Method } from '../core/method.ts';
import type { Tools } from '../core/tools.ts';
import type { RunParts } from './run-parts.ts';

export type Adapted = {
  readonly context: Json;
  readonly events: readonly ContextEvent[];
  readonly durationMs: number;
};

/** One adaptation. One that throws is recorded as failed and leaves the context as it was. Never rejects. */
export async function adaptContext(
  context: Json,
  experience: readonly Experience[],
  tools: Tools,
  { method, clock }: Pick<RunParts, 'method' | 'clock'>,
): Promise<Adapted> {
  const started = clock();
  const adapted = await adaptSafely(method, context, experience, tools);
  return { ...adapted, durationMs: clock() - started };
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
