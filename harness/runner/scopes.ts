import { renderBlock } from '../core/blocks.ts';
import type { Experience, Rendered } from '../core/method.ts';
import type { Rng } from '../core/rng.ts';
import type { FeedbackLevel } from '../core/spec.ts';
import type { Task } from '../core/suite.ts';
import type { At, Decoding, Tools } from '../core/tools.ts';
import { attemptTask, failedInfra } from './attempt-task.ts';
import { experienceOf } from './feedback.ts';
import { partsAt, type RunParts } from './run-parts.ts';
import { type Meters, toolsFor } from './tools-for.ts';

export type ScopeSetup = {
  readonly rng: Rng;
  readonly decoding: Decoding;
  readonly feedback: FeedbackLevel;
  /** Texts this run has embedded so far; added to. */
  readonly embedded: Set<string>;
  /** Told of an infrastructure failure that no trial and no event records: one in a reattempt. */
  readonly onInfraFailure: () => void;
};

/** Tools and meters for one trial or one adaptation, which may attempt the tasks of its batch again. */
export type Scope = (at: At, batch: readonly Task[]) => { readonly tools: Tools; readonly meters: Meters };

/** Makes the scopes of one run: each gets its own stream of random numbers and its own meters. */
export function scopes({ rng, decoding, feedback, embedded, onInfraFailure }: ScopeSetup, parts: RunParts): Scope {
  return (at, batch) => {
    const { phase, round, epoch, task } = at;
    const own = rng.fork(`${phase}/${round}/${epoch}/${task}`);
    const scope = toolsFor({ at, rng: own, decoding, reattempt }, parts, embedded);
    const tries = new Map<string, number>();
    return scope;

    async function reattempt(questionId: string, context: Rendered, reflection: string): Promise<Experience> {
      const again = batch.find(({ id }) => id === questionId);
      if (again === undefined)
        throw new RangeError(`Cannot reattempt ${questionId}: expected a question of this batch`);
      const block = renderBlock('reflection', reflection);
      const perTask = context.perTask === '' ? block : `${context.perTask}\n\n${block}`;
      const nth = (tries.get(questionId) ?? 0) + 1;
      tries.set(questionId, nth);
      const name = `${questionId}/again-${nth}`;
      // A stream of its own: reattempts of one batch run at the same time, and their order must not matter.
      const tools = { ...scope.tools, at: { ...at, task: name }, rng: own.fork(name) };
      const attempted = await attemptTask(
        again,
        { ...context, perTask },
        tools,
        scope.meters.usage,
        partsAt(parts, round),
      );
      if (failedInfra(attempted)) onInfraFailure();
      return experienceOf(again, attempted.attempt, attempted.grade, feedback, context.ids);
    }
  };
}
