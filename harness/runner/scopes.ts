import { renderBlock } from '../core/blocks.ts';
import type { Experience } from '../core/experience.ts';
import type { Json } from '../core/json.ts';
import type { Decoding } from '../core/llm.ts';
import type { Rendered } from '../core/rendered.ts';
import type { Rng } from '../core/rng.ts';
import type { FeedbackLevel } from '../core/spec.ts';
import type { Question, Task } from '../core/task.ts';
import type { At, Tools } from '../core/tools.ts';
import { attemptTask, experienceFrom } from './attempt-task.ts';
import { type RunParts, suiteAt } from './run-parts.ts';
import { type Meters, toolsFor } from './tools-for.ts';

export type ScopeSetup = {
  readonly rng: Rng;
  readonly decoding: Decoding;
  readonly feedback: FeedbackLevel;
  /** Texts this run has embedded so far; added to. */
  readonly embedded: Set<string>;
};

export type Scope = {
  readonly tools: Tools;
  readonly meters: Meters;
  /** Attempts made to learn from. */
  readonly rollouts: () => number;
};

/** Tasks that a scope may attempt to learn from: again with a reflection, and with contexts that are tried out. */
export type Learnable = { readonly batch: readonly Task[]; readonly tried: readonly Task[] };

/** Nothing to be learnt from, as in an attempt. */
export const nothing: Learnable = { batch: [], tried: [] };

/** Makes the scopes of one run: each gets its own stream of random numbers and its own meters. */
export function scopes({ rng, decoding, feedback, embedded }: ScopeSetup, parts: RunParts) {
  return (at: At, { batch, tried }: Learnable): Scope => {
    const own = rng.fork(`${at.phase}/${at.round}/${at.epoch}/${at.task}${at.sample === 0 ? '' : `/${at.sample}`}`);
    const { tools, meters } = toolsFor({ at, rng: own, decoding, reattempt, trial }, parts, embedded);
    const tries = new Map<string, number>();
    let count = 0;
    return { tools, meters, rollouts: () => count };

    async function reattempt(questionId: string, context: Rendered, reflection: string): Promise<Experience> {
      const task = batch.find(({ id }) => id === questionId);
      if (task === undefined) throw new RangeError(`Cannot reattempt ${questionId}: expected a question of this batch`);
      const block = renderBlock('reflection', reflection);
      const perTask = context.perTask === '' ? block : `${context.perTask}\n\n${block}`;
      return rollout(task, 'again', async () => ({ ...context, perTask }));
    }

    async function trial(context: Json, trainIds: readonly string[]): Promise<readonly Experience[]> {
      const tasks = trainIds.map((id) => {
        const task = tried.find((one) => one.id === id);
        if (task === undefined) throw new RangeError(`Cannot try a context on ${id}: expected a task to learn from`);
        return task;
      });
      return Promise.all(
        tasks.map((task) => rollout(task, 'trial', (question, own) => parts.method.render(context, question, own))),
      );
    }

    async function rollout(
      task: Task,
      kind: 'again' | 'trial',
      render: (question: Question, tools: Tools) => Promise<Rendered>,
    ): Promise<Experience> {
      count++;
      const key = `${task.id}/${kind}`;
      const nth = (tries.get(key) ?? 0) + 1;
      tries.set(key, nth);
      const name = `${key}-${nth}`;
      // A stream of its own: rollouts run at the same time, and their order must not matter.
      const scoped = { ...tools, at: { ...at, task: name }, rng: own.fork(name) };
      const suite = suiteAt(parts, at.round);
      const attempted = await attemptTask(task, render, {
        suite,
        tools: scoped,
        gradeTools: scoped,
        clock: parts.clock,
      });
      return experienceFrom(attempted, feedback);
    }
  };
}
