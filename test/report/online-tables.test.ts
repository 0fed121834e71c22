import { expect, test } from 'vitest';
import { summaryMarkdown, summarize, terminalSummary } from './of-runs.ts';
import { adaptation, end, foldAll, info, round, trial } from './run-stream.ts';

const protocol = { kind: 'online', window: 2, feedback: 'gold' };

/** Four tasks in two windows, of which only those of the second are solved. */
function onlineRun(seed: number) {
  const about = info({ seed, config: { model: { provider: 'simulated' }, protocol } });
  const attempt = (order: number, at: number) =>
    trial({ phase: 'online', round: at, which: 'current', task: `t${order}`, scenario: `s${order}`, score: at - 1 });
  return foldAll(about, [
    round({ round: 0 }),
    ...[attempt(0, 1), attempt(1, 1), adaptation({ round: 1 }), round({ round: 1 })],
    ...[attempt(2, 2), attempt(3, 2), adaptation({ round: 2 }), round({ round: 2 })],
    end({ rounds: 2, trials: 4, bestRound: null, bestIsFinal: false }),
  ]);
}

test('an online run scores by every task it attempted before it learnt from it', () => {
  const [row] = summarize([1, 2].map(onlineRun));
  expect(row).toMatchObject({ runs: 2, test_n: 4, score: 0.5, best_score: null, attempts: 8 });
});

test('the tables say what the score of an online run is, and promise neither rounds nor a best on val', () => {
  const runs = [1, 2].map(onlineRun);
  for (const text of [terminalSummary(runs), summaryMarkdown(runs)]) {
    expect(text).toContain('prequential');
    expect(text).not.toContain('best-on-val');
    expect(text).not.toContain('rounds: val');
  }
});
