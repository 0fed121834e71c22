import { emptyAttempt } from '../core/empty-attempt.ts';
import { failureOf, isInfraFailure } from '../core/failure.ts';
import type { UsageByRole } from '../core/llm.ts';
import type { Rendered } from '../core/method.ts';
import type { Attempt, Grade, Task } from '../core/suite.ts';
import type { Tools } from '../core/tools.ts';
import type { RunParts } from './run-parts.ts';

export type Attempted = {
  readonly task: Task;
  readonly attempt: Attempt;
  readonly grade: Grade;
  readonly usage: UsageByRole;
  readonly durationMs: number;
};

/** One attempt at one task, graded. A suite that throws has made a failed attempt; a failed attempt scores 0. Never rejects. */
export async function attemptTask(
  task: Task,
  context: Rendered,
  tools: Tools,
  usage: () => UsageByRole,
  { suite, clock }: Pick<RunParts, 'suite' | 'clock'>,
): Promise<Attempted> {
  const started = clock();
  const question = { id: task.id, scenario: task.scenario, text: task.text };
  const attempt = await attemptSafely(() => suite.attempt(question, context, tools));
  const { attempt: graded, grade } = gradeSafely(task, attempt, suite.grade);
  return { task, attempt: graded, grade, usage: usage(), durationMs: clock() - started };
}

/** True where infrastructure, not the model, is to blame. */
export function failedInfra({ attempt }: Attempted): boolean {
  return attempt.failure !== null && isInfraFailure(attempt.failure.kind);
}

// Awaited inside, so that a suite that throws before it returns a promise fails its own attempt too.
async function attemptSafely(attempt: () => Promise<Attempt>): Promise<Attempt> {
  try {
    return await attempt();
  } catch (error) {
    return failedAttempt(error);
  }
}

function failedAttempt(error: unknown): Attempt {
  return { ...emptyAttempt, failure: failureOf(error) };
}

function gradeSafely(
  task: Task,
  attempt: Attempt,
  grade: (task: Task, attempt: Attempt) => Grade,
): Pick<Attempted, 'attempt' | 'grade'> {
  try {
    const graded = grade(task, attempt);
    return { attempt, grade: attempt.failure === null ? graded : failedGrade(graded) };
  } catch (error) {
    const empty: Grade = { score: 0, checks: { passed: 0, total: 1 }, profiles: {}, failedChecks: [], reference: '' };
    return { attempt: { ...attempt, failure: attempt.failure ?? failureOf(error) }, grade: empty };
  }
}

// Whatever a failed attempt left behind earns nothing under any profile.
function failedGrade(grade: Grade): Grade {
  const profiles = Object.fromEntries(Object.keys(grade.profiles).map((profile) => [profile, 0]));
  return { ...grade, score: 0, checks: { passed: 0, total: grade.checks.total }, profiles };
}
