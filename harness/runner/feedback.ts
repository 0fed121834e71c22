import type { Experience, Feedback } from '../core/experience.ts';
import type { FeedbackLevel } from '../core/spec.ts';
import type { Attempt, Grade } from '../core/suite.ts';
import type { Question } from '../core/task.ts';

/** What a method may see of an attempt: made here alone, so that no method can see more than the configured level. */
export function experienceOf(
  question: Question,
  attempt: Attempt,
  grade: Grade,
  level: FeedbackLevel,
  ids: ReadonlySet<string> | null,
): Experience {
  const known = (cited: readonly string[]): readonly string[] => cited.filter((id) => ids?.has(id));
  return {
    question: { id: question.id, scenario: question.scenario, text: question.text },
    answer: attempt.answer,
    reasoning: attempt.reasoning,
    steps: attempt.steps.map((step) => ({ ...step, cited: known(step.cited) })),
    cited: known(citedIn(attempt)),
    failure: attempt.failure?.kind ?? null,
    feedback: feedbackOf(grade, attempt.failure !== null, level),
  };
}

/** All ids that an attempt cites, in its answer or in a step, each once. */
export function citedIn({ cited, steps }: Pick<Attempt, 'cited' | 'steps'>): readonly string[] {
  return steps.length === 0 ? cited : [...new Set([...cited, ...steps.flatMap((step) => step.cited)])];
}

function feedbackOf(grade: Grade, failed: boolean, level: FeedbackLevel): Feedback | null {
  const { passed, total } = grade.checks;
  const correct = !failed && passed === total;
  const checks = { score: failed || total === 0 ? 0 : passed / total, failedChecks: grade.failedChecks };
  switch (level) {
    case 'none':
      return null;
    case 'correctness':
      return { correct, score: null, failedChecks: null, reference: null };
    case 'checks':
      return { correct, ...checks, reference: null };
    case 'gold':
      return { correct, ...checks, reference: grade.reference };
  }
}
