import type { FeedbackLevel } from '../core/spec.ts';
import { type FailedRole, type Failure, failureOf } from '../core/failure.ts';
import type { Experience } from '../core/experience.ts';
import type { EmbeddingUse } from '../core/records.ts';
import type { Rendered } from '../core/rendered.ts';
import { type Attempt, emptyAttempt, type Grade, type PassedByKind, type Suite } from '../core/suite.ts';
import type { Question, Task } from '../core/task.ts';
import type { Tools } from '../core/tools.ts';
import type { ReadingsByRole } from '../core/readings.ts';
import type { UsageByRole } from '../core/usage.ts';
import { experienceOf } from './feedback.ts';

export type Attempted = {
  readonly task: Task;
  /** The context as this task's attempt read it; null where it could not be rendered. */
  readonly rendered: Rendered | null;
  readonly attempt: Attempt;
  readonly grade: Grade;
  /** Who failed the attempt, where it failed. */
  readonly failedRole: FailedRole;
  readonly durationMs: number;
  /** Time that grading took in a sandbox; null where there is none. */
  readonly sandboxMs: number | null;
};

/** What an attempt cost, judging apart, and what reading its replies took. */
export type AttemptCost = {
  readonly usage: UsageByRole;
  readonly embedding: EmbeddingUse;
  readonly gradeUsage: UsageByRole;
  readonly readings: ReadingsByRole;
};

export type AttemptDeps = {
  readonly suite: Suite;
  readonly tools: Tools;
  /** For grading, whose cost stands apart. */
  readonly gradeTools: Tools;
  readonly clock: () => number;
};

/**
 * One attempt at one task, graded. A context that cannot be rendered and a suite that throws have made a failed attempt; a failed attempt
 * scores 0. Never rejects.
 */
export async function attemptTask(
  task: Task,
  render: (question: Question, tools: Tools) => Promise<Rendered>,
  { suite, tools, gradeTools, clock }: AttemptDeps,
): Promise<Attempted> {
  const started = clock();
  const question = Object.freeze({ id: task.id, scenario: task.scenario, text: task.text });
  let rendered: Rendered | null = null;
  let attempt: Attempt;
  // Until it is known better, whoever is at work.
  let failedRole: FailedRole = 'method';
  try {
    rendered = await render(question, tools);
    failedRole = 'suite';
    attempt = await suite.attempt(question, rendered, tools);
    failedRole = 'generator';
  } catch (error) {
    attempt = { ...emptyAttempt, failure: failureOf(error) };
  }
  const graded = clock();
  const { failure, grade } = await gradeSafely(task, attempt, suite, gradeTools);
  if (attempt.failure === null && failure !== null) failedRole = suite.grader === 'judge' ? 'judge' : 'suite';
  const ended = clock();
  const sandboxMs = suite.grader === 'sandbox' ? ended - graded : null;
  return {
    ...{ task, rendered, grade, failedRole, sandboxMs },
    attempt: attempt.failure === null && failure !== null ? { ...attempt, failure } : attempt,
    durationMs: ended - started,
  };
}

/** The attempt as one that failed for another reason than it tells, and so earns nothing. */
export function failedFor(failure: Failure, attempted: Attempted): Attempted {
  return { ...attempted, attempt: { ...attempted.attempt, failure }, grade: failedGrade(attempted.grade) };
}

/** What a method may see of it. */
export function experienceFrom({ task, attempt, grade, rendered }: Attempted, level: FeedbackLevel): Experience {
  return experienceOf(task, attempt, grade, level, rendered?.ids ?? null);
}

async function gradeSafely(
  task: Task,
  attempt: Attempt,
  suite: Suite,
  tools: Tools,
): Promise<{ readonly grade: Grade; readonly failure: Failure | null }> {
  try {
    const grade = await suite.grade(task, attempt, tools);
    return { grade: attempt.failure === null ? grade : failedGrade(grade), failure: null };
  } catch (error) {
    const empty: Grade = { score: 0, checks: { passed: 0, total: 1 }, profiles: {}, failedChecks: [], reference: '' };
    return { grade: empty, failure: failureOf(error) };
  }
}

// Whatever a failed attempt left behind earns nothing under any profile.
function failedGrade(grade: Grade): Grade {
  const profiles = Object.fromEntries(Object.keys(grade.profiles).map((profile) => [profile, 0]));
  const { checks, checksByKind } = grade;
  return {
    ...grade,
    ...{ score: 0, checks: { passed: 0, total: checks.total }, profiles },
    ...(checksByKind === undefined ? {} : { checksByKind: nonePassed(checksByKind) }),
  };
}

function nonePassed(checks: PassedByKind): PassedByKind {
  return Object.fromEntries(Object.entries(checks).map(([kind, [, total]]) => [kind, [0, total]]));
}
