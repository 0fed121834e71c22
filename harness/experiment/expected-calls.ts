import { type Role, roles } from '../core/llm.ts';
import { type PromptRole, prompts } from '../roles/prompts.ts';
import { batches } from '../runner/schedule.ts';
import { expectedAttempts } from './expected-attempts.ts';
import type { PreparedRun } from './prepare.ts';

/** What calls of one role come to at most; nulls cannot be told. */
export type ExpectedUsage = {
  readonly calls: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
};
export type ExpectedCalls = { readonly [role in Role]?: ExpectedUsage };

// Of the tags round the blocks of a prompt, and more than they are.
const tags = 60;

/** What the figures rest on, a sentence each. */
export const callAssumptions = [
  'Calls are at most so many: one per attempt, more for suites whose attempts take steps; re-asks, judges and merges by a model are not counted.',
  'Tokens are at most so many: every prompt holds a context of the whole budget, or the one that never changes, the longest question, and but for the generator an attempt at the reply limit; every reply is as long as its limit.',
] as const;

/** What a run asks its models for at most, by role. Without a call of a role it is left out. */
export function expectedCalls(run: PreparedRun, countTokens: (text: string) => number): ExpectedCalls {
  const { spec, tasks, method, cell, startTokens } = run;
  const contextTokens = method.learns ? cell.budget.tokens : startTokens;
  const attempts = expectedAttempts(run);
  const learning = learningBatches(run);
  const adapting = learning.map((size) => (size === 0 ? {} : (method.maxCalls?.(size) ?? null)));
  const questions = Object.values(tasks).flat();
  const question = questions.reduce((most, { text }) => Math.max(most, countTokens(text)), 0);
  const usageOf = (role: Role): readonly [Role, ExpectedUsage][] => {
    const inAttempts = role === 'generator' ? attempts.total : 0;
    const inLearning = method.learns ? sumOf(adapting.map((calls) => (calls === null ? null : (calls[role] ?? 0)))) : 0;
    const calls = inLearning === null ? null : inAttempts + inLearning;
    if (calls === 0) return [];
    const limit =
      spec.decoding.maxTokens[role] ?? ownLimit(role, cell.budget.tokens) ?? spec.decoding.maxTokens.default;
    const head = role in prompts ? countTokens(prompts[role as PromptRole].text) : 0;
    // What stands beside the context: a question, and but for the generator an attempt or lessons of about that size.
    const rest = tags + question + (role === 'generator' ? 0 : spec.decoding.maxTokens.default);
    return [
      [
        role,
        {
          calls,
          inputTokens: calls === null ? null : calls * (head + contextTokens + rest),
          outputTokens: calls === null ? null : calls * limit,
        },
      ],
    ];
  };
  return Object.fromEntries(roles.flatMap(usageOf));
}

/** How many tasks each adaptation learns from. */
function learningBatches({ spec: { protocol }, tasks, method }: PreparedRun): readonly number[] {
  if (!method.learns) return [];
  switch (protocol.kind) {
    case 'offline': {
      const epoch = batches(tasks.train, protocol.batchSize).map((batch) => batch.length);
      return Array.from({ length: protocol.epochs }, () => epoch).flat();
    }
    case 'online':
      return batches(tasks.test, protocol.window).map((batch) => batch.length);
    case 'evaluate':
      return [];
  }
}

/** A rewriter's reply must hold the whole context. */
function ownLimit(role: Role, budgetTokens: number): number | null {
  return role === 'rewriter' ? Math.ceil(1.25 * budgetTokens) : null;
}

function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce((sum: number | null, value) => (sum === null || value === null ? null : sum + value), 0);
}
