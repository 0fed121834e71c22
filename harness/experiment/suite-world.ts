import pLimit from 'p-limit';
import type { Suite } from '../core/suite.ts';

/** Does an attempt when the world of its suite has room for it. */
export type InWorld = <T>(attempt: () => Promise<T>) => Promise<T>;

/** The room of a suite's world: at most `atOnce` attempts under way over all runs that share it, or any number. Nothing else is waited for in it. */
export function worldOf({ atOnce }: Pick<Suite, 'atOnce'>): InWorld {
  if (atOnce === undefined) return (attempt) => attempt();
  const limit = pLimit(atOnce);
  return (attempt) => limit(attempt);
}

/** Ends the worlds of suites, each once, all of them even where one cannot be ended. Throws what the first of those threw. */
export async function closeSuites(suites: Iterable<Pick<Suite, 'close'>>): Promise<void> {
  const closed = await Promise.allSettled([...new Set(suites)].map((suite) => suite.close?.()));
  const failed = closed.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
