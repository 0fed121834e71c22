import type { OfflineProtocol, Protocol } from '../core/spec.ts';
import { probingRounds } from '../runner/schedule.ts';

/** What of a prepared run fixes how many attempts it makes. */
export type AttemptPlan = {
  readonly spec: { readonly protocol: Protocol };
  readonly tasks: {
    readonly train: readonly unknown[];
    readonly val: readonly unknown[];
    readonly test: readonly unknown[];
  };
  readonly method: { readonly learns: boolean };
  readonly suite: { at?(round: number): unknown };
};

/** Rounds and recorded attempts of a run, these by phase. Where `isBound`, there may be fewer: attempts that would only repeat others are left out. */
export type ExpectedAttempts = {
  readonly rounds: number;
  readonly train: number;
  readonly val: number;
  readonly test: number;
  readonly online: number;
  readonly total: number;
  readonly isBound: boolean;
};

/** The attempts that a run's protocol asks for, those aside that a method makes while it learns. */
export function expectedAttempts({ spec: { protocol }, tasks, method, suite }: AttemptPlan): ExpectedAttempts {
  const counts = { train: tasks.train.length, val: tasks.val.length, test: tasks.test.length };
  switch (protocol.kind) {
    case 'offline':
      return method.learns ? learning(protocol, counts) : fixed(protocol, counts, suite);
    case 'online':
      return sum({ rounds: Math.ceil(counts.test / protocol.window), online: counts.test });
    case 'evaluate':
      return sum({ test: counts.test });
  }
}

type Counts = { readonly train: number; readonly val: number; readonly test: number };

/** Val once before any experience and after each round that probes; the test with the final context and with the best on val. */
function learning(protocol: OfflineProtocol, { train, val, test }: Counts): ExpectedAttempts {
  const rounds = roundsOf(protocol, train);
  const probes = probingRounds(protocol, train).length;
  // Each refine asks for val before it, and for val after it where the round does not probe anyway.
  const refines = protocol.probeRefines ? rounds + (rounds - probes) : 0;
  return sum({
    rounds,
    train: train * protocol.epochs,
    val: val * (1 + probes + refines),
    test: 2 * test,
    isBound: true,
  });
}

/** A context that never changes is probed again only where the suite has changed, and is tested once. */
function fixed(protocol: OfflineProtocol, { train, val, test }: Counts, suite: AttemptPlan['suite']): ExpectedAttempts {
  const suiteOf = (round: number) => suite.at?.(round);
  const probes = [0, ...probingRounds(protocol, train)];
  const probed = probes.filter((round, index) => index === 0 || suiteOf(round) !== suiteOf(probes[index - 1]!));
  return sum({ rounds: probed.length - 1, val: val * probed.length, test });
}

function roundsOf({ epochs, batchSize }: OfflineProtocol, train: number): number {
  return epochs * Math.ceil(train / batchSize);
}

function sum(parts: Partial<ExpectedAttempts>): ExpectedAttempts {
  const { rounds = 0, train = 0, val = 0, test = 0, online = 0, isBound = false } = parts;
  return { rounds, train, val, test, online, total: train + val + test + online, isBound };
}
