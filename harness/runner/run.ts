import { hashText } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import type { Experience, Rendered } from '../core/method.ts';
import type { Checkpoint, RoundRecord, RunItem, ContextVersion } from '../core/records.ts';
import { createRng } from '../core/rng.ts';
import type { RunSpec } from '../core/spec.ts';
import type { Task } from '../core/suite.ts';
import type { Phase } from '../core/tools.ts';
import { adaptContext } from './adapt-context.ts';
import { type Attempted, attemptTask, failedInfra } from './attempt-task.ts';
import { beforeLazyRefine } from './before-lazy-refine.ts';
import { experienceOf } from './feedback.ts';
import { inOrder } from './in-order.ts';
import { betterOf, judgeRound } from './judge-round.ts';
import { measureContext } from './measure-context.ts';
import { adaptationItems, trialItems } from './record-items.ts';
import { partsAt, type RunParts } from './run-parts.ts';
import { schedule } from './schedule.ts';
import { scopes } from './scopes.ts';

// Tasks of one phase under way at once; how many model calls that means is the business of the limit round the model.
const tasksUnderWay = 64;

/**
 * One run of the offline protocol, as a stream: round 0 probes the context before any experience; each round attempts a batch, adapts, and
 * probes val where due; at the end the final context and the best on val are tested. Given a checkpoint it goes on behind that round and
 * yields the same items as an unbroken run would. When interrupted it ends without an `end` record.
 */
export async function* run(spec: RunSpec, parts: RunParts, from: Checkpoint | null = null): AsyncGenerator<RunItem> {
  const { suite, method, tasks, signal } = parts;
  const { epochs, feedback } = spec.protocol;
  const rng = createRng(spec.seed);
  const rounds = schedule(tasks.train, spec.protocol, rng.fork('order'));
  let { seq, trials, context, best, lessonsSeen, previous, lastValScore } = from ?? startOf(method.start(suite.base));
  let incomplete = false;
  const embedded = new Set(from?.embedded);
  const replies = spec.replicate === undefined ? 'reply' : `reply/${spec.replicate}`;
  const decoding = { ...spec.decoding, seed: rng.fork(replies).int(2 ** 31) };
  const onInfraFailure = () => {
    incomplete = true;
  };
  const scope = scopes({ rng: rng.fork('method'), decoding, feedback, embedded, onInfraFailure }, parts);

  if (previous === null) {
    const rendered = method.render(context);
    const valScore = yield* attempts('val', 0, 0, tasks.val, rendered, 'current');
    if (signal.aborted) return;
    yield* closeRound(0, 0, null, rendered, [], valScore);
  }
  for (const { round, epoch, batch, probes } of rounds.slice(previous?.round ?? 0)) {
    const before = method.render(context);
    const experience: Experience[] = [];
    yield* attempts('train', round, epoch, batch, before, 'current', experience);
    if (signal.aborted) return;

    const { tools, meters } = scope({ phase: 'train', round, epoch, task: 'adapt' }, batch);
    const adapted = await adaptContext(context, experience, tools, meters, parts);
    if (signal.aborted) return;
    incomplete ||= adapted.failedInfra;
    for (const item of adaptationItems(adapted, seq, round)) {
      if (item.kind === 'record') seq++;
      yield item;
    }
    const unrefined = spec.protocol.probeRefines ? beforeLazyRefine(context, adapted.events) : null;
    context = adapted.context;

    const after = method.render(context);
    if (unrefined !== null) yield* attempts('val', round, epoch, tasks.val, method.render(unrefined), 'unrefined');
    if (unrefined !== null && !probes) yield* attempts('val', round, epoch, tasks.val, after, 'refined');
    const valScore = probes ? yield* attempts('val', round, epoch, tasks.val, after, 'current') : null;
    if (signal.aborted) return;
    yield* closeRound(round, epoch, before, after, adapted.events, valScore);
  }

  const final = method.render(context);
  yield* attempts('test', rounds.length, epochs, tasks.test, final, 'final');
  const chosen = best === null ? null : method.render(best.context);
  const bestIsFinal = chosen?.stable === final.stable;
  if (best !== null && chosen !== null && !bestIsFinal)
    yield* attempts('test', best.round, epochs, tasks.test, chosen, 'best');
  if (signal.aborted) return;
  const status = incomplete ? 'incomplete' : 'complete';
  const bestRound = best?.round ?? null;
  yield {
    kind: 'record',
    record: { kind: 'end', seq: seq++, status, rounds: rounds.length, trials, bestRound, bestIsFinal },
  };

  /** Attempts tasks with one context, yields their trials in order, and returns the mean score; failures of the model count as 0. */
  async function* attempts(
    phase: Phase,
    round: number,
    epoch: number,
    batch: readonly Task[],
    rendered: Rendered,
    which: ContextVersion,
    experience: Experience[] | null = null,
  ): AsyncGenerator<RunItem, number> {
    if (signal.aborted) return Number.NaN;
    const contextHash = hashText(rendered.stable);
    const now = partsAt(parts, round);
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
      const name = which === 'unrefined' ? `${task.id}/unrefined` : task.id;
      const { tools, meters } = scope({ phase, round, epoch, task: name }, batch);
      return attemptTask(task, rendered, tools, meters.usage, now);
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
    const now = partsAt(parts, round).suite;
    // What was best before the lessons changed may be so no more, and would be tested by what was right then.
    if (now !== partsAt(parts, round - 1).suite) best = null;
    const measure = measureContext(before, after, events, lessonsSeen, now.lessons, parts.countTokens);
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
    const soFar = { seq, trials, context, best, lessonsSeen, lastValScore };
    if (!incomplete) yield { kind: 'checkpoint', checkpoint: { ...soFar, embedded: [...embedded], previous: record } };
  }
}
type Start = Omit<Checkpoint, 'embedded' | 'previous'> & { readonly previous: RoundRecord | null };

function startOf(context: Json): Start {
  return { seq: 0, trials: 0, context, best: null, lessonsSeen: [], previous: null, lastValScore: null };
}
