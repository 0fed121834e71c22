import { expect, test } from 'vitest';
import { summaryMarkdown, terminalSummary } from './of-runs.ts';
import { adaptation, end, foldAll, info, refine, round, trial } from './run-stream.ts';

const runOf = (arm: string, mended: number) =>
  foldAll(info({ arm, method: arm }), [
    trial({ phase: 'train', round: 1, readings: { generator: { mended, lost: 2 } } }),
    adaptation({ round: 1, readings: { reflector: { lost: 1 }, curator: { mended: 1, reask: 1 } } }),
    refine({ round: 1, readings: { merger: { reasoning: 1 } } }),
    round({ round: 1 }),
    trial({ phase: 'test', which: 'final', round: 1, readings: { generator: { alias: 1 }, judge: { alias: 1 } } }),
    end({ rounds: 1 }),
  ]);

test('how replies were read stands on the row of the attempts or of the round that asked, over all roles', () => {
  const [train, final] = runOf('ace', 3).rows;
  expect(train).toMatchObject({ read_mended: 4, read_lost: 3, read_reask: 1, read_reasoning: 1, read_alias: 0 });
  expect(final).toMatchObject({ phase: 'test', read_mended: 0, read_alias: 2, read_lost: 0 });
});

test('replies that were not as asked for are told below the tables, arm by arm', () => {
  const clean = foldAll(info({ arm: 'static', method: 'static' }), [
    trial({ phase: 'test', which: 'final', round: 0 }),
    end({ rounds: 0 }),
  ]);
  const runs = [clean, runOf('ace', 3)];
  for (const shown of [terminalSummary(runs), summaryMarkdown(runs)])
    expect(shown.replace(/\s+/g, ' ')).toContain(
      'replies not as asked for: ace 1 with reasoning set aside, 4 mended, 2 with other keys, 1 asked once more, 3 parts left out',
    );
  expect(summaryMarkdown([clean])).not.toContain('replies not as asked for');
});
