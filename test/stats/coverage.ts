import { createRng, type Rng } from '../../harness/core/rng.ts';
import type { Interval } from '../../harness/stats/mean-intervals.ts';

/** Share of seeded simulations whose interval contains the truth. */
export function coverage(name: string, simulations: number, truth: number, simulate: (rng: Rng) => Interval): number {
  let covered = 0;
  for (let index = 0; index < simulations; index++) {
    const { low, high } = simulate(createRng(name).fork(String(index)));
    if (low !== null && high !== null && low <= truth && truth <= high) covered++;
  }
  return covered / simulations;
}

/** A standard normal draw (Box and Muller 1958). */
export function normalDraw(rng: Rng): number {
  return Math.sqrt(-2 * Math.log(1 - rng.next())) * Math.cos(2 * Math.PI * rng.next());
}
