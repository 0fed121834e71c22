import { expect, test } from 'vitest';
import { summarize, summaryMarkdown } from './of-runs.ts';
import { adaptation, end, foldAll, info, round, trial } from './run-stream.ts';

/** A run of three rounds with contexts of so many tokens, of a budget of 1,000. */
function filled(arm: string, tokens: readonly number[], coverage = 0.5) {
  const about = info({ arm, method: arm, budgetTokens: 1000 });
  const size = (at: number) => ({ contextTokens: tokens[at]!, coverage, valScore: [0.2, 0.6, 0.1, 0.3][at]! });
  return foldAll(about, [
    round({ round: 0, ...size(0) }),
    ...[1, 2, 3].flatMap((at) => [
      trial({ phase: 'train', round: at }),
      adaptation({ round: at }),
      round({ round: at, ...size(at) }),
    ]),
    trial({ phase: 'test', which: 'final', round: 3 }),
    end({ rounds: 3 }),
  ]);
}

test('the mean fill is over the rounds that learnt, and lessons held are those of the last', () => {
  const [row] = summarize([filled('ace', [100, 400, 500, 600], 0.7)]);
  expect(row).toMatchObject({ context_tokens: 600, coverage: 0.7 });
  expect(row!.fill_mean).toBeCloseTo(0.5, 12);
});

test('an arm that never learns fills what its one context fills', () => {
  const about = info({ arm: 'static', method: 'static', budgetTokens: 1000 });
  const fixed = foldAll(about, [
    round({ round: 0, contextTokens: 80 }),
    trial({ phase: 'test', which: 'final', round: 0 }),
    end({ rounds: 0 }),
  ]);
  expect(summarize([fixed])).toMatchObject([{ fill_mean: 0.08, context_tokens_mean: 80 }]);
});

test('val is told of the last third of the probes, and how far below the best of them that is', () => {
  const [row] = summarize([filled('ace', [100, 400, 500, 600])]);
  // Probes 0.2, 0.6, 0.1, 0.3: the last third of four is two.
  expect(row!.val_tail).toBeCloseTo(0.2, 12);
  expect(row!.val_drop).toBeCloseTo(0.4, 12);
});

test('more than five points of mean fill between arms that learn are said', () => {
  const text = (other: number) =>
    summaryMarkdown([filled('ace', [0, 700, 700, 700]), filled('append', [0, other, other, other])]);
  expect(text(640)).toContain('unequal room: mean fill of the budget from append 64 % to ace 70 %');
  expect(text(660)).not.toContain('unequal room');
});
