import { describe, expect, it } from 'vitest';
import { type AttemptPlan, expectedAttempts } from '../../harness/experiment/expected-attempts.ts';
import type { OfflineProtocol } from '../../harness/core/spec.ts';

const offline: OfflineProtocol = { kind: 'offline', epochs: 2, batchSize: 4, probeEvery: 2, feedback: 'gold' };
const tasks = { train: Array(10), val: Array(5), test: Array(7) };
const plan = (change: Partial<AttemptPlan>): AttemptPlan => ({
  spec: { protocol: offline },
  tasks,
  method: { learns: true },
  suite: {},
  ...change,
});

describe('expectedAttempts()', () => {
  it('of a method that learns are train by epochs, val by probes, and the test twice at most', () => {
    // Rounds 1 to 6; 2, 4 and 6 are due, 3 ends an epoch.
    expect(expectedAttempts(plan({}))).toEqual({
      rounds: 6,
      train: 20,
      val: 5 * (1 + 4),
      test: 14,
      online: 0,
      total: 59,
      isBound: true,
    });
  });

  it('with probes of refines has val before each, and after those that no probe follows', () => {
    const protocol = { ...offline, probeRefines: true };
    expect(expectedAttempts(plan({ spec: { protocol } })).val).toBe(5 * (1 + 4 + 6 + 2));
  });

  it('of a context that never changes are val and test once', () => {
    const fixed = expectedAttempts(plan({ method: { learns: false } }));
    expect(fixed).toMatchObject({ rounds: 0, train: 0, val: 5, test: 7, total: 12, isBound: false });
  });

  it('of one on a suite that changes are val again at the first probe after each change', () => {
    const suite = { at: (round: number) => (round < 3 ? 'before' : 'after') };
    expect(expectedAttempts(plan({ method: { learns: false }, suite }))).toMatchObject({ rounds: 1, val: 10 });
  });

  it('online and when evaluating are the test tasks, once', () => {
    const online = { kind: 'online', window: 3, feedback: 'gold' } as const;
    expect(expectedAttempts(plan({ spec: { protocol: online } }))).toMatchObject({ rounds: 3, online: 7, total: 7 });
    const evaluate = { kind: 'evaluate', contextHash: null } as const;
    expect(expectedAttempts(plan({ spec: { protocol: evaluate } }))).toMatchObject({ rounds: 0, test: 7, total: 7 });
  });
});
