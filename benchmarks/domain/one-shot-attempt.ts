import type { Suite } from '../../harness/core/suite.ts';
import { generate } from '../../harness/roles/generate.ts';

/** One generator call per question, for suites without an environment; an answer given as an array is joined by commas. */
export const oneShotAttempt: Suite['attempt'] = (question, context, tools) =>
  generate(tools, { question, context, joinAnswer: ', ' });
