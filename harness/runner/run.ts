import { equalJson } from '../core/json.ts';
import type { Checkpoint, RunItem } from '../core/records.ts';
import type { OfflineProtocol, OnlineProtocol, RunSpec } from '../core/spec.ts';
import { beforeLazyRefine } from './before-lazy-refine.ts';
import { openFrame, type RunFrame } from './run-frame.ts';
import type { BestTested } from './run-state.ts';
import { type RunParts, suiteAt } from './run-parts.ts';
import { batches, schedule } from './schedule.ts';

/**
 * One run, as a stream. Given a checkpoint it goes on behind that round and yields the same items as an unbroken run would. When interrupted
 * it ends without an `end` record.
 */
export async function* run(spec: RunSpec, parts: RunParts, from: Checkpoint | null = null): AsyncGenerator<RunItem> {
  const frame = await openFrame(spec, parts, from);
  const { protocol } = spec;
  switch (protocol.kind) {
    case 'offline':
      return yield* offline(frame, protocol);
    case 'online':
      return yield* online(frame, protocol);
    case 'evaluate':
      return yield* evaluate(frame);
  }
}

/**
 * Round 0 probes the context before any experience; each round attempts a batch, adapts, and probes val where due; at the end the final
 * context and the best on val are tested. Of a context that never changes nothing but the probes that a change of the suite makes due is left.
 */
async function* offline(frame: RunFrame, protocol: OfflineProtocol): AsyncGenerator<RunItem> {
  const { state, parts, rng } = frame;
  const { method, tasks } = parts;
  const rounds = schedule(tasks.train, protocol, rng.fork('order'));
  if (state.previous === null) yield* frame.closeRound(0, 0, [], yield* frame.probe(0, 0));

  for (const { round, epoch, batch, probes } of rounds.slice(state.previous?.round ?? 0)) {
    if (frame.isOver()) break;
    if (method.learns) {
      const before = state.context;
      const { experience } = yield* frame.attempts({ phase: 'train', round, epoch, tasks: batch, which: 'current' });
      const events = yield* frame.adapt(round, epoch, experience, { batch, tried: tasks.train });
      if (protocol.probeRefines) yield* probeRefine(frame, beforeLazyRefine(before, events, parts.replay), !probes);
      yield* frame.closeRound(round, epoch, events, probes ? yield* frame.probe(round, epoch) : null);
    } else if (probes && suiteAt(parts, round) !== suiteAt(parts, state.previous!.round)) {
      yield* frame.closeRound(round, epoch, [], yield* frame.probe(round, epoch));
    }

    /** Val just before a lazy refine and, where it is not due anyway, with what the round then publishes. */
    async function* probeRefine(frame: RunFrame, unrefined: typeof state.context | null, andAfter: boolean) {
      if (unrefined === null) return;
      const val = { phase: 'val', round, epoch, tasks: tasks.val } as const;
      yield* frame.attempts({ ...val, which: 'unrefined', context: unrefined });
      if (andAfter) yield* frame.attempts({ ...val, which: 'refined' });
    }
  }
  yield* frame.end(yield* test(frame));
}

const noBest: BestTested = { round: null, isFinal: false };

/** Tests the final context and, unless that reads the same, the best on val. */
async function* test(frame: RunFrame): AsyncGenerator<RunItem, BestTested> {
  const { state, parts } = frame;
  if (frame.isOver()) return noBest;
  const { best } = state;
  const { round, epoch } = state.previous!;
  const { tasks } = parts;
  const final = yield* frame.attempts({ phase: 'test', round, epoch, tasks: tasks.test, which: 'final' });
  if (frame.isOver()) return noBest;
  // What differs by task may differ between contexts whose shared text is the same.
  const isFinal = best !== null && (await isTheFinal(best.context));
  if (best !== null && !isFinal) {
    const tested = { phase: 'test', round: best.round, epoch, tasks: tasks.test, which: 'best' } as const;
    yield* frame.attempts({ ...tested, context: best.context });
  }
  return { round: best?.round ?? null, isFinal };

  async function isTheFinal(context: typeof state.context): Promise<boolean> {
    return equalJson(context, state.context) || (!final.differs && (await frame.readsAlike(context)));
  }
}

/** The test tasks in windows: each is attempted, which is its score, and then learnt from. Nothing is probed, and no context is chosen. */
async function* online(frame: RunFrame, { window }: OnlineProtocol): AsyncGenerator<RunItem> {
  const { state, parts, rng } = frame;
  const order = rng.fork('order').fork('online').shuffle(parts.tasks.test);
  if (state.previous === null) yield* frame.closeRound(0, 0, [], null);
  const done = state.previous!.round;
  for (const [index, batch] of batches(order, window).entries()) {
    const round = index + 1;
    if (round <= done) continue;
    if (frame.isOver()) break;
    const attempts = { phase: 'online', round, epoch: 1, tasks: batch, which: 'current' } as const;
    const { experience } = yield* frame.attempts(attempts);
    const tried = order.slice(0, round * window);
    const events = parts.method.learns ? yield* frame.adapt(round, 1, experience, { batch, tried }) : [];
    yield* frame.closeRound(round, 1, events, null);
  }
  yield* frame.end(noBest);
}

/** The test tasks with the context that is there; nothing is learnt. */
async function* evaluate(frame: RunFrame): AsyncGenerator<RunItem> {
  const { state, parts } = frame;
  if (state.previous === null) yield* frame.closeRound(0, 0, [], null);
  yield* frame.attempts({ phase: 'test', round: 0, epoch: 0, tasks: parts.tasks.test, which: 'final' });
  yield* frame.end(noBest);
}
