import { describe, expect, it } from 'vitest';
import { createRng } from '../../harness/core/rng.ts';
import { meanInterval } from '../../harness/stats/mean-intervals.ts';
import { minimumDetectable } from '../../harness/stats/minimum-detectable.ts';

describe('minimumDetectable()', () => {
  it('equals the textbook value: n = 25, deviation 10, so a standard error of 2', () => {
    // t(0.975, 24) = 2.0639 and t(0.8, 24) = 0.8569, as printed in tables of t.
    const interval = { n: 25, mean: 0, low: -2.0639 * 2, high: 2.0639 * 2 };
    expect(minimumDetectable(interval)).toBeCloseTo((2.0639 + 0.8569) * 2, 3);
  });

  it('is a difference that four of five comparisons of that size find', () => {
    const rng = createRng('power');
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - rng.next())) * Math.cos(2 * Math.PI * rng.next());
    const n = 20;
    // The standard error is known here: 1 / √n.
    const t = 2.093;
    const detectable = minimumDetectable({ n, mean: 0, low: -t / Math.sqrt(n), high: t / Math.sqrt(n) })!;
    const draws = 4000;
    let found = 0;
    for (let draw = 0; draw < draws; draw++) {
      const { low } = meanInterval(Array.from({ length: n }, () => detectable + normal()));
      if (low! > 0) found++;
    }
    expect(found / draws).toBeGreaterThan(0.77);
    expect(found / draws).toBeLessThan(0.83);
  });

  it('is unknown without an interval', () => {
    expect(minimumDetectable({ n: 1, mean: 0.5, low: null, high: null })).toBeNull();
    expect(minimumDetectable({ n: 0, mean: null, low: null, high: null })).toBeNull();
  });
});
