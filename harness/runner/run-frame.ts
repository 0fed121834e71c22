import { hashJson, hashText } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import type { ContextEvent } from '../core/context-event.ts';
import type { Experience } from '../core/experience.ts';
import { type Failure, failureOf, InfraError, isInfraFailure, PartError } from '../core/failure.ts';
import { addReadingsByRole } from '../core/readings.ts';
import type { Checkpoint, RoundRecord, RunItem } from '../core/records.ts';
import type { Rendered } from '../core/rendered.ts';
import { createRng, type Rng } from '../core/rng.ts';
import type { FeedbackLevel, RunSpec } from '../core/spec.ts';
import type { Task } from '../core/task.ts';
import { adaptContext } from './adapt-context.ts';
import { type AttemptCost, type Attempted, attemptTask, experienceFrom, failedFor } from './attempt-task.ts';
import { checkedParts } from './checked-parts.ts';
import { createHalt } from './halt.ts';
import { inOrder } from './in-order.ts';
import { betterOf, judgeRound } from './judge-round.ts';
import { measureContext } from './measure-context.ts';
import { adaptationItems, trialItems } from './record-items.ts';
import { type RunParts, suiteAt } from './run-parts.ts';
import type { Attempts, BestTested, Outcome, Probe, RunState } from './run-state.ts';
import { type Learnable, nothing, scopes } from './scopes.ts';

// Tasks of one phase under way at once; how many model calls that means is the business of the limit round the model.
const tasksUnderWay = 64;

/** The verbs of a run, whatever its protocol. Each yields items, and nothing more once the run is over; a part that broke its contract is thrown. */
export type RunFrame = {
  readonly state: RunState;
  readonly parts: RunParts;
  readonly rng: Rng;
  /** Whether nothing is left but to end: interrupted, or infrastructure has failed. */
  isOver(): boolean;
  attempts(attempts: Attempts): AsyncGenerator<RunItem, Outcome>;
  /** Attempts val with the context as it is; where neither that nor the suite has changed since the last probe, that one stands. */
  probe(round: number, epoch: number): AsyncGenerator<RunItem, Probe>;
  /** Adapts the context to a batch; returns what happened to it. */
  adapt(
    round: number,
    epoch: number,
    experience: readonly Experience[],
    learnable: Learnable,
  ): AsyncGenerator<RunItem, readonly ContextEvent[]>;
  /** Measures and records the published context; what must be kept to go on from here follows, unless infrastructure has failed. */
  closeRound(round: number, epoch: number, events: readonly ContextEvent[], probe: Probe | null): Generator<RunItem>;
  /** Whether all tasks would read the same of another context as of the run's own. */
  readsAlike(context: Json): Promise<boolean>;
  /** The last record, where the run was not interrupted. */
  end(best: BestTested): Generator<RunItem>;
};

/** Sets a run up at its start, or behind the round of a checkpoint. */
export async function openFrame(spec: RunSpec, given: RunParts, from: Checkpoint | null): Promise<RunFrame> {
  const halt = createHalt();
  const parts = checkedParts(given, spec, halt);
  const { method, signal, clock } = parts;
  const rng = createRng(spec.seed);
  const embedded = new Set(from?.embedded);
  const replies = spec.replicate === undefined ? 'reply' : `reply/${spec.replicate}`;
  const decoding = { ...spec.decoding, seed: rng.fork(replies).int(2 ** 31) };
  const feedback: FeedbackLevel = spec.protocol.kind === 'evaluate' ? 'none' : spec.protocol.feedback;
  const scope = scopes({ rng: rng.fork('method'), decoding, feedback, embedded }, parts);
  const context = from?.context ?? parts.start;
  const rendered = await renderWhole(context);
  const state: RunState = {
    seq: from?.seq ?? 0,
    trials: from?.trials ?? 0,
    context,
    rendered,
    published: from === null ? null : rendered,
    best: from?.best ?? null,
    lessonsSeen: from?.lessonsSeen ?? [],
    previous: from?.previous ?? null,
    lastProbe: from?.lastProbe ?? null,
    failure: null,
  };
  return { state, parts, rng, isOver, attempts, probe, adapt, closeRound, readsAlike, end };

  function isOver(): boolean {
    return signal.aborted || state.failure !== null;
  }

  /** Throws what ends the run for good. */
  function refuseBroken(): void {
    const cause = halt.cause();
    if (cause !== null && !(cause instanceof InfraError)) throw cause;
  }

  function renderWhole(context: Json): Promise<Rendered> {
    const at = { phase: 'train', round: 0, epoch: 0, task: 'render', sample: 0 } as const;
    return method.render(context, null, scope(at, nothing).tools);
  }

  async function* attempts({
    phase,
    round,
    epoch,
    tasks,
    which,
    context = state.context,
  }: Attempts): AsyncGenerator<RunItem, Outcome> {
    const experience: Experience[] = [];
    if (isOver()) return { score: Number.NaN, experience, differs: false };
    const { stable } = context === state.context ? state.rendered : await renderWhole(context);
    const contextHash = hashText(stable);
    const suite = suiteAt(parts, round);
    let sum = 0;
    let order = 0;
    let differs = false;
    for await (const { attempted, cost, unreached } of inOrder(tasks, tasksUnderWay, attempt)) {
      if (signal.aborted) return { score: Number.NaN, experience, differs };
      refuseBroken();
      const perTask = attempted.rendered?.perTask ?? '';
      const perTaskTokens = perTask === '' ? 0 : parts.countTokens(perTask);
      const place = {
        seq: state.seq++,
        phase,
        round,
        epoch,
        order: order++,
        sample: 0,
        which,
        contextHash,
        perTaskTokens,
      };
      yield* trialItems(attempted, cost, place);
      sum += attempted.grade.score;
      state.trials++;
      if (unreached !== null) {
        state.failure = unreached;
        return { score: Number.NaN, experience, differs };
      }
      differs ||= perTask !== '';
      if (phase === 'train' || phase === 'online') experience.push(experienceFrom(attempted, feedback));
    }
    return { score: sum / tasks.length, experience, differs };

    async function attempt(task: Task): Promise<Tried> {
      const name = which === 'unrefined' ? `${task.id}/unrefined` : task.id;
      const at = { phase, round, epoch, task: name, sample: 0 };
      const own = scope(at, nothing);
      const grading = scope({ ...at, task: `${name}/grade` }, nothing);
      const attempted = await attemptTask(
        task,
        (question, tools) =>
          halt.through(async () => {
            const rendered = await method.render(context, question, tools);
            if (rendered.stable === stable) return rendered;
            throw new PartError(
              `Cannot attempt ${task.id}: expected method ${method.name} to show every task the same stable text, found another`,
            );
          }),
        { suite, tools: own.tools, gradeTools: grading.tools, clock },
      );
      const usage = own.meters.usage();
      const readings = addReadingsByRole(own.meters.readings(), grading.meters.readings());
      const cost = { usage, embedding: own.meters.embedding(), gradeUsage: grading.meters.usage(), readings };
      // Whatever the suite made of it: what could not be asked says nothing of the context.
      const unreached = own.meters.unreached() ?? grading.meters.unreached() ?? infraOf(attempted.attempt.failure);
      return { attempted: unreached === null ? attempted : failedFor(unreached, attempted), cost, unreached };
    }
  }

  async function* probe(round: number, epoch: number): AsyncGenerator<RunItem, Probe> {
    // Of all that the context is: what tasks read of it may hang on more than the text that they share.
    const contextHash = hashJson(state.context);
    const last = state.lastProbe;
    if (last?.contextHash === contextHash && suiteAt(parts, last.round) === suiteAt(parts, round)) return last;
    const { score } = yield* attempts({ phase: 'val', round, epoch, tasks: parts.tasks.val, which: 'current' });
    return { score, round, contextHash };
  }

  async function* adapt(
    round: number,
    epoch: number,
    experience: readonly Experience[],
    learnable: Learnable,
  ): AsyncGenerator<RunItem, readonly ContextEvent[]> {
    if (isOver()) return [];
    const phase = spec.protocol.kind === 'online' ? 'online' : 'train';
    const own = scope({ phase, round, epoch, task: 'adapt', sample: 0 }, learnable);
    const adapted = await adaptContext(state.context, experience, own.tools, parts);
    if (signal.aborted) return [];
    refuseBroken();
    state.failure = infraIn(adapted.events) ?? (halt.cause() === null ? null : failureOf(halt.cause()));
    for (const item of adaptationItems(adapted, own, state.seq, round)) {
      if (item.kind === 'record') state.seq++;
      yield item;
    }
    if (isOver()) return adapted.events;
    state.context = adapted.context;
    state.rendered = await renderWhole(state.context);
    return adapted.events;
  }

  function* closeRound(
    round: number,
    epoch: number,
    events: readonly ContextEvent[],
    probe: Probe | null,
  ): Generator<RunItem> {
    if (isOver()) return;
    const { previous, published, rendered } = state;
    const suite = suiteAt(parts, round);
    // What was best before the lessons changed may be so no more, and would be tested by what was right then.
    if (previous !== null && suite !== suiteAt(parts, previous.round)) state.best = null;
    const valScore = probe?.score ?? null;
    const measure = measureContext(published, rendered, events, state.lessonsSeen, suite.lessons, parts);
    const verdict = judgeRound(previous, state.lastProbe?.score ?? null, measure.measured, valScore);
    const record: RoundRecord = {
      ...{ kind: 'round', seq: state.seq++, round, epoch },
      ...measure.measured,
      ...verdict,
      valScore,
      valRound: probe?.round ?? null,
    };
    state.published = rendered;
    state.lessonsSeen = measure.lessonsSeen;
    state.previous = record;
    if (probe !== null) {
      state.lastProbe = probe;
      // Without feedback nothing may depend on what was right, the choice of a context included.
      if (feedback !== 'none') state.best = betterOf(state.best, round, probe.score, state.context);
    }
    yield { kind: 'record', record };
    const { seq, trials, context, best, lessonsSeen, lastProbe } = state;
    const kept = { seq, trials, context, best, lessonsSeen, lastProbe, embedded: [...embedded], previous: record };
    yield { kind: 'checkpoint', checkpoint: kept };
  }

  async function readsAlike(context: Json): Promise<boolean> {
    return (await renderWhole(context)).stable === state.rendered.stable;
  }

  function* end(best: BestTested): Generator<RunItem> {
    if (signal.aborted) return;
    const { trials, failure, previous } = state;
    const status = failure === null ? 'complete' : 'incomplete';
    const rounds = previous?.round ?? 0;
    const bests = { bestRound: best.round, bestIsFinal: best.isFinal };
    yield { kind: 'record', record: { kind: 'end', seq: state.seq++, status, rounds, trials, ...bests, failure } };
  }
}

type Tried = {
  readonly attempted: Attempted;
  readonly cost: AttemptCost;
  /** The failure of the infrastructure that it met; null where it met none. */
  readonly unreached: Failure | null;
};

function infraOf(failure: Failure | null): Failure | null {
  return failure !== null && isInfraFailure(failure.kind) ? failure : null;
}

function infraIn(events: readonly ContextEvent[]): Failure | null {
  const failed = events.find((event) => event.kind === 'failed' && isInfraFailure(event.failure.kind));
  return failed?.kind === 'failed' ? failed.failure : null;
}
