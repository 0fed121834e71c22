import type { ContextEvent, Op } from '../core/context-event.ts';
import type { Experience } from '../core/experience.ts';
import type { Rendered } from '../core/rendered.ts';
import type { Tools } from '../core/tools.ts';
import { reflect } from './reflect.ts';

export type Reflected = {
  readonly lessons: readonly string[];
  readonly tags: readonly Op[];
  readonly events: readonly ContextEvent[];
};

/**
 * ACE's loop over one experience: an attempt known to be wrong is reflected on and tried again, up to `rounds` times; any other is
 * reflected on once. The lessons are those of the last reflection, tags those of all. The reference code tries again after the last
 * reflection too, but nothing reads that try, so it is left out here.
 */
export async function reflectAndRetry(
  tools: Tools,
  experience: Experience,
  context: Rendered,
  rounds: number,
): Promise<Reflected> {
  const task = experience.question.id;
  const tags: Op[] = [];
  const events: ContextEvent[] = [];
  let lessons: readonly string[] = [];
  let current = experience;
  let round = 1;
  for (; ; round++) {
    const { value, failure } = await reflect(tools, current, context, round);
    if (failure !== null) events.push({ kind: 'failed', role: 'reflector', task, failure });
    if (value === null) break;
    lessons = value.lessons;
    tags.push(...value.tags);
    const wrong = current.feedback !== null && !current.feedback.correct;
    if (!wrong || round >= rounds) break;
    const reflection = [value.reasoning, ...value.lessons].filter((text) => text !== '').join('\n');
    current = await tools.reattempt(task, context, reflection);
    if (current.feedback?.correct) break;
  }
  return { lessons, tags, events: [...events, { kind: 'lessons', task, lessons, rounds: round }] };
}

/** All experiences of a batch reflected on at once; lessons in the order of tasks. For methods that keep no counters. */
export async function reflectBatch(
  tools: Tools,
  experience: readonly Experience[],
  context: Rendered,
  rounds: number,
): Promise<Omit<Reflected, 'tags'>> {
  const reflected = await Promise.all(
    experience.map((one) =>
      reflectAndRetry({ ...tools, at: { ...tools.at, task: one.question.id } }, one, context, rounds),
    ),
  );
  return { lessons: reflected.flatMap(({ lessons }) => lessons), events: reflected.flatMap(({ events }) => events) };
}

/** What reflecting on so many tasks asks for at most, re-asks aside: between two reflections a task is attempted again. */
export function reflectionCalls(
  tasks: number,
  rounds: number,
): { readonly reflector: number; readonly generator: number } {
  return { reflector: tasks * rounds, generator: tasks * (rounds - 1) };
}
