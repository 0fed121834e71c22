import { z } from 'zod';
import { UserError } from '../harness/core/failure.ts';
import type { Method, MethodSetup } from '../harness/core/method.ts';
import { createRng } from '../harness/core/rng.ts';
import { placeboLines } from './placebo-lines.ts';
import { type TextContext, textContext } from './text-context.ts';

const kinds = ['placebo', 'oracle', 'shuffled', 'wrong'] as const;
export const options = z.strictObject({
  kind: z
    .enum(kinds)
    .default('placebo')
    .describe(
      'All true lessons (oracle), the same shuffled, the same contradicted (wrong), or text about something else',
    ),
});

/**
 * A control: a context that is given and never changes. `oracle` holds the suite's true lessons, `wrong` the same lessons contradicted, `shuffled` the
 * oracle's lines in another order, and `placebo` as many tokens about something else: as many as the oracle, or as the budget where the suite
 * cannot state its lessons. Lessons that the budget does not admit are left out, the least useful first, and the same ones by each kind.
 */
export function create({ kind }: z.infer<typeof options>, setup: MethodSetup): Method<TextContext> {
  return {
    name: 'fixed-context',
    learns: false,
    ...textContext,
    // Not before: to read or render a recorded context takes no lessons.
    start: (base) => startOf(kind, base.text, setup),
    adapt: async (context) => ({ context, events: [] }),
  };
}

function startOf(
  kind: (typeof kinds)[number],
  base: string,
  { budget, countTokens, controls = null }: MethodSetup,
): TextContext {
  const tokensOf = (lines: readonly string[]): number => countTokens(contextText(base, lines));
  const longest = (lines: readonly string[], tokens: number): number =>
    highest(lines.length, (count) => tokensOf(lines.slice(0, count)) <= tokens);
  const admitted =
    controls === null
      ? null
      : Math.min(longest(controls.oracle, budget.tokens), longest(controls.wrong, budget.tokens));
  const lessons = (statements: readonly string[]): readonly string[] => statements.slice(0, admitted!);
  switch (kind) {
    case 'placebo': {
      const tokens = controls === null ? budget.tokens : tokensOf(lessons(controls.oracle));
      return { text: contextText(base, cutToTokens(placeboLines(), tokens, tokensOf)) };
    }
    case 'oracle':
      return { text: contextText(base, lessons(known(controls, kind).oracle)) };
    case 'shuffled':
      return { text: contextText(base, createRng('shuffled').shuffle(lessons(known(controls, kind).oracle))) };
    case 'wrong':
      return { text: contextText(base, lessons(known(controls, kind).wrong)) };
  }
}

function known(controls: MethodSetup['controls'], kind: string): NonNullable<MethodSetup['controls']> {
  if (controls) return controls;
  throw new UserError(
    `Cannot give the context "${kind}": expected a suite that can state its lessons, found one that cannot; it has kind placebo alone`,
  );
}

function contextText(base: string, lines: readonly string[]): string {
  return [base, lines.map((line) => `- ${line}`).join('\n')].filter((text) => text !== '').join('\n\n');
}

/** The first lines that fit, and of the next line the words that do: within a word of the tokens asked for. */
function cutToTokens(
  lines: readonly string[],
  tokens: number,
  tokensOf: (lines: readonly string[]) => number,
): readonly string[] {
  const whole = highest(lines.length, (count) => tokensOf(lines.slice(0, count)) <= tokens);
  const next = lines[whole];
  if (next === undefined) {
    throw new UserError(
      `Cannot give the context "placebo": expected at most ${tokensOf(lines)} tokens, found ${tokens} to fill`,
    );
  }
  const words = next.split(' ');
  const some = (count: number): readonly string[] => [...lines.slice(0, whole), words.slice(0, count).join(' ')];
  const count = highest(words.length, (count) => count === 0 || tokensOf(some(count)) <= tokens);
  return count === 0 ? lines.slice(0, whole) : some(count);
}

/** The highest of 0..most at which a condition holds that fails for good once it fails. */
function highest(most: number, holds: (count: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
