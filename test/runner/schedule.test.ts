import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../harness/core/rng.ts';
import { schedule } from '../../harness/runner/schedule.ts';
import { sumTasks } from './sums.ts';

const shapes = fc.record({
  tasks: fc.integer({ min: 1, max: 30 }),
  epochs: fc.integer({ min: 1, max: 4 }),
  batchSize: fc.integer({ min: 1, max: 40 }),
  probeEvery: fc.integer({ min: 1, max: 40 }),
});

function roundsOf({ tasks, ...protocol }: typeof shapes extends fc.Arbitrary<infer S> ? S : never) {
  return schedule(sumTasks('train', tasks), { kind: 'offline', feedback: 'gold', ...protocol }, createRng(1));
}

describe('schedule()', () => {
  it('gives every task once an epoch, in batches of which the last may be smaller, and numbers rounds over epochs', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const rounds = roundsOf(shape);
        expect(rounds.map(({ round }) => round)).toEqual(rounds.map((_, index) => index + 1));
        expect(rounds.length).toBe(shape.epochs * Math.ceil(shape.tasks / shape.batchSize));
        for (let epoch = 1; epoch <= shape.epochs; epoch++) {
          const batches = rounds.filter((round) => round.epoch === epoch).map(({ batch }) => batch);
          expect(batches.slice(0, -1).every((batch) => batch.length === shape.batchSize)).toBe(true);
          expect(new Set(batches.flat().map(({ id }) => id)).size).toBe(shape.tasks);
          expect(batches.flat().length).toBe(shape.tasks);
        }
      }),
    );
  });

  it('probes every probeEvery rounds and at the end of each epoch, at no other round', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const rounds = roundsOf(shape);
        const perEpoch = Math.ceil(shape.tasks / shape.batchSize);
        for (const { round, probes } of rounds)
          expect(probes).toBe(round % shape.probeEvery === 0 || round % perEpoch === 0);
      }),
    );
  });

  it('without probeEvery probes about eight times an epoch, evenly, and at its end', () => {
    fc.assert(
      fc.property(shapes, fc.integer({ min: 1, max: 400 }), (shape, tasks) => {
        const rounds = roundsOf({ ...shape, tasks, probeEvery: null } as never);
        for (let epoch = 1; epoch <= shape.epochs; epoch++) {
          const ofEpoch = rounds.filter((round) => round.epoch === epoch);
          const probed = ofEpoch.flatMap(({ probes }, index) => (probes ? [index + 1] : []));
          expect(probed.at(-1)).toBe(ofEpoch.length);
          expect(probed.length).toBeLessThanOrEqual(8);
          expect(probed.length).toBeGreaterThanOrEqual(Math.min(4, ofEpoch.length));
          const gaps = probed.map((at, index) => at - (probed[index - 1] ?? 0));
          expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.ceil(ofEpoch.length / 8));
        }
      }),
    );
  });

  it('orders each epoch anew, by the seed', () => {
    const orders = [1, 1, 2].map((seed) =>
      schedule(
        sumTasks('train', 30),
        { kind: 'offline', epochs: 2, batchSize: 30, probeEvery: 2, feedback: 'gold' },
        createRng(seed),
      ).map(({ batch }) => batch.map(({ id }) => id)),
    );
    expect(orders[1]).toEqual(orders[0]);
    expect(orders[0]![1]).not.toEqual(orders[0]![0]);
    expect(orders[2]![0]).not.toEqual(orders[0]![0]);
  });
});
