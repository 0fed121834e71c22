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
  const probing = new Set(probingRounds(protocol, tasks.length));
  for (let epoch = 1; epoch <= protocol.epochs; epoch++) {
    const order = rng.fork(`epoch/${epoch}`).shuffle(tasks);
    for (const batch of batches(order, protocol.batchSize)) {
      const round = rounds.length + 1;
      rounds.push({ round, epoch, batch, probes: probing.has(round) });
    }
  }
  return rounds;
}

const usualProbes = 8;

/** The rounds of an offline protocol over so many tasks that probe val, the last of each epoch among them; round 0 aside. */
export function probingRounds(
  { epochs, batchSize, probeEvery }: Pick<OfflineProtocol, 'epochs' | 'batchSize' | 'probeEvery'>,
  tasks: number,
): readonly number[] {
  const perEpoch = Math.ceil(tasks / batchSize);
  const isDue = (round: number): boolean =>
    probeEvery === null
      ? ((round - 1) % perEpoch) % Math.ceil(perEpoch / usualProbes) === Math.ceil(perEpoch / usualProbes) - 1
      : round % probeEvery === 0;
  return Array.from({ length: epochs * perEpoch }, (_, index) => index + 1).filter(
    (round) => round % perEpoch === 0 || isDue(round),
  );
}

/** Tasks in their order, so many at a time; the last batch may be smaller. */
export function batches(tasks: readonly Task[], size: number): readonly (readonly Task[])[] {
  return Array.from({ length: Math.ceil(tasks.length / size) }, (_, index) =>
    tasks.slice(index * size, (index + 1) * size),
  );
}
