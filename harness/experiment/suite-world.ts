import pLimit from 'p-limit';
import type { Suite } from '../core/suite.ts';

/**
 * A suite with at most `atOnce` attempts under way in its world, over all runs that share it; a suite that bears any number is as it was. The
 * limit is never held while something else than the attempt is waited for.
 */
export function withinWorld(suite: Suite): Suite {
  if (suite.atOnce === undefined) return suite;
  const limit = pLimit(suite.atOnce);
  const bounded = new Map<Suite, Suite>();
  // One object for one: runs tell by identity whether a suite has changed between two rounds.
  const bound = (one: Suite): Suite => {
    const known = bounded.get(one);
    if (known !== undefined) return known;
    const attempt: Suite['attempt'] = (question, context, tools) => limit(() => one.attempt(question, context, tools));
    const { at } = one;
    const made: Suite = { ...one, attempt, ...(at === undefined ? {} : { at: (round) => bound(at(round)) }) };
    bounded.set(one, made);
    return made;
  };
  return bound(suite);
}

/** Ends the worlds of suites, each once, all of them even where one cannot be ended. Throws what the first of those threw. */
export async function closeSuites(suites: Iterable<Pick<Suite, 'close'>>): Promise<void> {
  const closed = await Promise.allSettled([...new Set(suites)].map((suite) => suite.close?.()));
  const failed = closed.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
