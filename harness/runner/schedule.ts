import type { Rng } from '../core/rng.ts';
import type { OfflineProtocol } from '../core/spec.ts';
import type { Task } from '../core/task.ts';

export type Round = {
  /** 1, 2, … over all epochs. */
  readonly round: number;
  readonly epoch: number;
  readonly batch: readonly Task[];
  readonly probes: boolean;
};

/** The rounds of an offline protocol: each epoch a new order of the tasks in batches, val probed every so often and at each epoch's end. */
export function schedule(tasks: readonly Task[], protocol: OfflineProtocol, rng: Rng): readonly Round[] {
  const rounds: Round[] = [];
  for (let epoch = 1; epoch <= protocol.epochs; epoch++) {
    const order = rng.fork(`epoch/${epoch}`).shuffle(tasks);
    for (const batch of batches(order, protocol.batchSize)) {
      const round = rounds.length + 1;
      const last = batch.at(-1) === order.at(-1);
      rounds.push({ round, epoch, batch, probes: last || round % protocol.probeEvery === 0 });
    }
  }
  return rounds;
}

/** Tasks in their order, so many at a time; the last batch may be smaller. */
export function batches(tasks: readonly Task[], size: number): readonly (readonly Task[])[] {
  return Array.from({ length: Math.ceil(tasks.length / size) }, (_, index) =>
    tasks.slice(index * size, (index + 1) * size),
  );
}
