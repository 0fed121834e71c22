import type { Attempt } from './suite.ts';

/** An attempt that produced nothing, and did not fail: what other attempts differ from. */
export const emptyAttempt: Attempt = {
  answer: '',
  reasoning: '',
  cited: [],
  steps: [],
  replies: [],
  evidence: null,
  failure: null,
  repairs: 0,
  reasks: 0,
};
