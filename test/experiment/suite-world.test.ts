import { describe, expect, it } from 'vitest';
import type { Suite } from '../../harness/core/suite.ts';
import { closeSuites, worldOf } from '../../harness/experiment/suite-world.ts';

/** Attempts of two steps, and the most of them that ever stood between the two. */
function twoSteps() {
  let underWay = 0;
  let highest = 0;
  const attempt = async (): Promise<void> => {
    underWay++;
    highest = Math.max(highest, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
  };
  return { attempt, highest: () => highest };
}

describe('worldOf()', () => {
  it.each([
    [3, 3],
    [undefined, 10],
  ])('of a suite with atOnce %s has %i of ten attempts under way', async (atOnce, most) => {
    const inWorld = worldOf(atOnce === undefined ? {} : { atOnce });
    const { attempt, highest } = twoSteps();
    await Promise.all(Array.from({ length: 10 }, () => inWorld(attempt)));
    expect(highest()).toBe(most);
  });
});

describe('closeSuites()', () => {
  it('closes each suite once, also behind one that cannot be closed, and says which error that was', async () => {
    const closed: string[] = [];
    const suiteOf = (name: string): Pick<Suite, 'close'> => ({
      close: async () => {
        closed.push(name);
        if (name === 'broken') throw new Error('no way out');
      },
    });
    const [one, broken, last] = ['one', 'broken', 'last'].map(suiteOf) as [Suite, Suite, Suite];
    await expect(closeSuites([one, broken, one, last, {}])).rejects.toThrow('no way out');
    expect(closed).toEqual(['one', 'broken', 'last']);
  });
});
