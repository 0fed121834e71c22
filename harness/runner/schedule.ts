import type { Rng } from '../core/rng.ts';
import type { Protocol } from '../core/spec.ts';
import type { Task } from '../core/suite.ts';

export type Round = {
  /** 1, 2, … over all epochs. */
  readonly round: number;
  readonly epoch: number;
  readonly batch: readonly Task[];
  readonly probes: boolean;
};

/** The rounds of an offline protocol: each epoch a new order of the tasks in batches, val probed every so often and at each epoch's end. */
export function schedule(tasks: readonly Task[], protocol: Protocol, rng: Rng): readonly Round[] {
  const rounds: Round[] = [];
  for (let epoch = 1; epoch <= protocol.epochs; epoch++) {
    const order = rng.fork(`epoch/${epoch}`).shuffle(tasks);
    for (let start = 0; start < order.length; start += protocol.batchSize) {
      const round = rounds.length + 1;
      const last = start + protocol.batchSize >= order.length;
      const batch = order.slice(start, start + protocol.batchSize);
      rounds.push({ round, epoch, batch, probes: last || round % protocol.probeEvery === 0 });
    }
  }
  return rounds;
}
