import { PartError } from '../core/failure.ts';
import type { Attempt, Grade, Suite } from '../core/suite.ts';
import { withinLimit } from '../core/time-limit.ts';
import { found } from './found.ts';
import type { Halt } from './halt.ts';
import type { RunParts } from './run-parts.ts';
import { watchedTools } from './watched-tools.ts';

/** A suite whose attempts and grades are held to the contract, as it is in every round. */
export function checkedSuite(
  { suite, inWorld, timeouts: { part } }: Pick<RunParts, 'suite' | 'inWorld' | 'timeouts'>,
  halt: Halt,
): Suite {
  const checked = new Map<Suite, Suite>();
  const late = (what: string, id: string) => () =>
    new PartError(
      `Cannot ${what} ${id}: expected suite ${suite.name} to take at most ${part / 1000} s between calls (timeouts.part), found it still busy`,
    );
  // One object for one: the run tells by identity whether a suite has changed between two rounds.
  const check = (one: Suite): Suite => {
    const known = checked.get(one);
    if (known !== undefined) return known;
    const attempt: Suite['attempt'] = (question, context, tools) =>
      halt.through(async () => {
        // Whoever waits for room is not busy.
        const attempted: unknown = await inWorld(() =>
          withinLimit(part, late('attempt', question.id), (calling) =>
            one.attempt(question, context, watchedTools(tools, calling)),
          ),
        );
        refuse(attemptFault(attempted), `attempt ${question.id}`);
        return attempted as Attempt;
      });
    const grade: Suite['grade'] = (task, attempted, tools) =>
      halt.through(async () => {
        const graded: unknown = await withinLimit(part, late('grade', task.id), (calling) =>
          one.grade(task, attempted, watchedTools(tools, calling)),
        );
        refuse(gradeFault(graded), `grade ${task.id}`);
        return graded as Grade;
      });
    const { at } = one;
    const own = { attempt, grade, ...(at === undefined ? {} : { at: (round: number) => check(at.call(one, round)) }) };
    // Inherits, since what a class defines would be lost in a copy.
    const made: Suite = Object.assign(Object.create(one) as Suite, own);
    checked.set(one, made);
    return made;
  };
  return check(suite);

  function refuse(fault: string | null, action: string): void {
    if (fault !== null) throw new PartError(`Cannot ${action}: expected suite ${suite.name} to give ${fault}`);
  }
}

const lists = ['cited', 'steps', 'replies'] as const;

function attemptFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return `an attempt, found ${found(value)}`;
  const attempt = value as Partial<Attempt>;
  if (typeof attempt.answer !== 'string') return `an answer as text, found ${found(attempt.answer)}`;
  const list = lists.find((name) => !Array.isArray(attempt[name]));
  if (list !== undefined) return `${list} as a list, found ${found(attempt[list])}`;
  return attempt.failure === undefined ? 'a failure or null, found undefined' : null;
}

function gradeFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return `a grade, found ${found(value)}`;
  const { score, checks, checksByKind, profiles, failedChecks } = value as Partial<Grade>;
  if (!isShare(score)) return `a score from 0 to 1, found ${found(score)}`;
  if (!Number.isInteger(checks?.passed) || !Number.isInteger(checks?.total) || !isShare(checks!.passed / checks!.total))
    return `checks passed of checks in all, found ${found(checks)}`;
  const kind = Object.entries(checksByKind ?? {}).find(([, of]) => !isPassed(of));
  if (kind !== undefined) return `checks passed of checks in all of kind "${kind[0]}", found ${found(kind[1])}`;
  const profile = Object.entries(profiles ?? {}).find(([, score]) => !isShare(score));
  if (profile !== undefined) return `a score from 0 to 1 under profile ${profile[0]}, found ${found(profile[1])}`;
  return Array.isArray(failedChecks) ? null : `failedChecks as a list, found ${found(failedChecks)}`;
}

function isPassed(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2 || !value.every((count) => Number.isInteger(count))) return false;
  const [passed, total] = value as readonly number[];
  return passed! >= 0 && passed! <= total!;
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
