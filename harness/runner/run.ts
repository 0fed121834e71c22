import { renderBlock } from '../core/blocks.ts';
import { hashText } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import type { Experience, Rendered } from '../core/method.ts';
import type { Checkpoint, RoundRecord, RunItem, Which } from '../core/records.ts';
import { createRng } from '../core/rng.ts';
import type { RunSpec } from '../core/spec.ts';
import type { Task } from '../core/suite.ts';
import type { At, Phase } from '../core/tools.ts';
import { adaptContext } from './adapt-context.ts';
import { type Attempted, attemptTask, failedInfra } from './attempt-task.ts';
import { experienceOf } from './feedback.ts';
import { inOrder } from './in-order.ts';
import { betterOf, judgeRound } from './judge-round.ts';
import { measureContext } from './measure-context.ts';
import { adaptationItems, trialItems } from './record-items.ts';
import type { RunParts } from './run-parts.ts';
import { schedule } from './schedule.ts';
import { toolsFor } from './tools-for.ts';

// Tasks of one phase under way at once; how many model calls that means is the business of the limit round the model.
const tasksUnderWay = 64;

/**
 * One run of the offline protocol, as a stream: round 0 probes the context before any experience; each round attempts a batch, adapts, and
 * probes val where due; at the end the final context and the best on val are tested. Given a checkpoint it goes on behind that round and
 * yields the same items as an unbroken run would. It ends without an `end` record when interrupted.
 */
export async function* run(spec: RunSpec, parts: RunParts, from: Checkpoint | null = null): AsyncGenerator<RunItem> {
  const { suite, method, tasks, signal } = parts;
  const { epochs, feedback } = spec.protocol;
  const rng = createRng(spec.seed);
  const decoding = { ...spec.decoding, seed: rng.fork('reply').int(2 ** 31) };
  const rounds = schedule(tasks.train, spec.protocol, rng.fork('order'));
  const embedded = new Set(from?.embedded);
  let { seq, trials, context, best, lessonsSeen, lastValScore } = from ?? {
    ...nothingYet,
    context: method.start(suite.base),
  };
  let previous: RoundRecord | null = from?.previous ?? null;
  let incomplete = false;

  if (previous === null) {
    const rendered = method.render(context);
    const score = yield* attempts('val', 0, 0, tasks.val, rendered, 'current');
    if (!signal.aborted) yield* closeRound(0, 0, null, rendered, [], score);
  }
  for (const { round, epoch, batch, probes } of rounds.slice(previous?.round ?? 0)) {
    const before = method.render(context);
    const experience: Experience[] = [];
    yield* attempts('train', round, epoch, batch, before, 'current', experience);
    if (signal.aborted) return;

    const { tools, meters } = scope({ phase: 'train', round, epoch, task: 'adapt' }, batch);
    const adapted = await adaptContext(context, experience, tools, meters, parts);
    incomplete ||= adapted.failedInfra;
    for (const item of adaptationItems(adapted, seq, round)) {
      if (item.kind === 'record') seq++;
      yield item;
    }
    context = adapted.context;
    const after = method.render(context);
    const score = probes ? yield* attempts('val', round, epoch, tasks.val, after, 'current') : null;
    if (signal.aborted) return;
    yield* closeRound(round, epoch, before, after, adapted.events, score);
  }

  const final = method.render(context);
  yield* attempts('test', rounds.length, epochs, tasks.test, final, 'final');
  const chosen = best === null ? null : method.render(best.context);
  const bestIsFinal = chosen?.stable === final.stable;
  if (best !== null && chosen !== null && !bestIsFinal)
    yield* attempts('test', best.round, epochs, tasks.test, chosen, 'best');
  if (signal.aborted) return;
  const status = incomplete ? 'incomplete' : 'complete';
  yield {
    kind: 'record',
    record: {
      kind: 'end',
      seq: seq++,
      status,
      rounds: rounds.length,
      trials,
      bestRound: best?.round ?? null,
      bestIsFinal,
    },
  };

  /** Attempts tasks with one context, yields their trials in order, and returns the mean score; failures of the model count as 0. */
  async function* attempts(
    phase: Phase,
    round: number,
    epoch: number,
    batch: readonly Task[],
    rendered: Rendered,
    which: Which,
    experience: Experience[] | null = null,
  ): AsyncGenerator<RunItem, number> {
    const contextHash = hashText(rendered.stable);
    let sum = 0;
    let order = 0;
    for await (const attempted of inOrder(batch, tasksUnderWay, attempt)) {
      if (signal.aborted) return Number.NaN;
      yield* trialItems(attempted, {
        seq: seq++,
        phase,
        round,
        epoch,
        order: order++,
        which,
        contextHash,
        ids: rendered.ids,
      });
      sum += attempted.grade.score;
      trials++;
      incomplete ||= failedInfra(attempted);
      experience?.push(experienceOf(attempted.task, attempted.attempt, attempted.grade, feedback, rendered.ids));
    }
    return sum / batch.length;

    function attempt(task: Task): Promise<Attempted> {
      const { tools, meters } = scope({ phase, round, epoch, task: task.id }, batch);
      return attemptTask(task, rendered, tools, meters.usage, parts);
    }
  }

  /** Measures and records the published context; what must be kept to go on from here follows, unless infrastructure has failed. */
  function* closeRound(
    round: number,
    epoch: number,
    before: Rendered | null,
    after: Rendered,
    events: Parameters<typeof measureContext>[2],
    valScore: number | null,
  ): Generator<RunItem> {
    const measure = measureContext(before, after, events, lessonsSeen, suite.lessons, parts.countTokens);
    const verdict = judgeRound(previous, lastValScore, measure.measured, valScore);
    const record: RoundRecord = { kind: 'round', seq: seq++, round, epoch, ...measure.measured, ...verdict, valScore };
    lessonsSeen = measure.lessonsSeen;
    previous = record;
    if (valScore !== null) {
      lastValScore = valScore;
      // Without feedback nothing may depend on what was right, the choice of a context included.
      if (feedback !== 'none') best = betterOf(best, round, valScore, context);
    }
    yield { kind: 'record', record };
    const checkpoint = {
      seq,
      trials,
      context,
      best,
      lessonsSeen,
      embedded: [...embedded],
      previous: record,
      lastValScore,
    };
    if (!incomplete) yield { kind: 'checkpoint', checkpoint };
  }

  function scope(at: At, batch: readonly Task[]): ReturnType<typeof toolsFor> {
    const { phase, round, epoch, task } = at;
    const scoped = toolsFor(
      { at, rng: rng.fork(`method/${phase}/${round}/${epoch}/${task}`), decoding, reattempt },
      parts,
      embedded,
    );
    const tries = new Map<string, number>();
    return scoped;

    async function reattempt(questionId: string, rendered: Rendered, reflection: string): Promise<Experience> {
      const again = batch.find(({ id }) => id === questionId);
      if (again === undefined)
        throw new RangeError(`Cannot reattempt ${questionId}: expected a question of this batch`);
      const block = renderBlock('reflection', reflection);
      const perTask = rendered.perTask === '' ? block : `${rendered.perTask}\n\n${block}`;
      const nth = (tries.get(questionId) ?? 0) + 1;
      tries.set(questionId, nth);
      const tools = { ...scoped.tools, at: { ...at, task: `${questionId}/again-${nth}` } };
      const { attempt, grade } = await attemptTask(again, { ...rendered, perTask }, tools, scoped.meters.usage, parts);
      return experienceOf(again, attempt, grade, feedback, rendered.ids);
    }
  }
}

const nothingYet = {
  seq: 0,
  trials: 0,
  best: null as Checkpoint['best'],
  lessonsSeen: [] as readonly string[],
  lastValScore: null as number | null,
  context: null as Json,
};
