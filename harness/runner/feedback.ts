import type { Experience, Feedback } from '../core/method.ts';
import type { FeedbackLevel } from '../core/spec.ts';
import type { Attempt, Grade, Question } from '../core/suite.ts';

/** What a method may see of an attempt: made here alone, so that no method can see more than the configured level. */
export function experienceOf(
  question: Question,
  attempt: Attempt,
  grade: Grade,
  level: FeedbackLevel,
  ids: ReadonlySet<string> | null,
): Experience {
  return {
    question: { id: question.id, scenario: question.scenario, text: question.text },
    answer: attempt.answer,
    reasoning: attempt.reasoning,
    steps: attempt.steps,
    cited: attempt.cited.filter((id) => ids?.has(id)),
    failure: attempt.failure?.kind ?? null,
    feedback: feedbackOf(grade, attempt.failure !== null, level),
  };
}

function feedbackOf(grade: Grade, failed: boolean, level: FeedbackLevel): Feedback | null {
  const correct = !failed && grade.checks.passed === grade.checks.total;
  switch (level) {
    case 'none':
      return null;
    case 'correctness':
      return { correct, failedChecks: null, reference: null };
    case 'checks':
      return { correct, failedChecks: grade.failedChecks, reference: null };
    case 'gold':
      return { correct, failedChecks: grade.failedChecks, reference: grade.reference };
  }
}
