import { describe, expect, it } from 'vitest';
import { emptyAttempt, type Suite } from '../../harness/core/suite.ts';
import { closeSuites, withinWorld } from '../../harness/experiment/suite-world.ts';
import { gradeTools } from '../contracts/adaptation-deps.ts';
import { sumsSuite, sumTasks, textContext } from '../runner/sums.ts';

/** A suite whose attempts take two steps, and which notes how many stand between them. */
function twoStepSuite(changes: Partial<Suite> = {}) {
  let underWay = 0;
  let highest = 0;
  const suite = sumsSuite({
    attempt: async () => {
      underWay++;
      highest = Math.max(highest, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return { ...emptyAttempt, answer: 'done' };
    },
    ...changes,
  });
  return { suite, highest: () => highest };
}

async function attemptAll(suites: readonly Suite[]): Promise<void> {
  const tasks = sumTasks('test', 10);
  await Promise.all(suites.flatMap((suite) => tasks.map((task) => suite.attempt(task, textContext(''), gradeTools))));
}

describe('withinWorld()', () => {
  it('leaves a suite as it is that bears any number of attempts', () => {
    const { suite } = twoStepSuite();
    expect(withinWorld(suite)).toBe(suite);
  });

  it('has no more attempts under way than the world bears, and no fewer where there is work', async () => {
    const { suite, highest } = twoStepSuite({ atOnce: 3 });
    const bounded = withinWorld(suite);
    await attemptAll([bounded, bounded]);
    expect(highest()).toBe(3);
  });

  it('shares the limit with the suite of other rounds, which stays one object while nothing changes', async () => {
    const { suite, highest } = twoStepSuite({ atOnce: 2 });
    const [before, after] = [{ ...suite }, { ...suite }];
    const bounded = withinWorld({ ...suite, at: (round) => (round < 3 ? before : after) });
    expect(bounded.at!(1)).toBe(bounded.at!(2));
    expect(bounded.at!(3)).not.toBe(bounded.at!(2));
    await attemptAll([bounded.at!(1), bounded.at!(3)]);
    expect(highest()).toBe(2);
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
