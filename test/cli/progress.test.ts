import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { progressView } from '../../harness/cli/progress.ts';
import type { Progress } from '../../harness/experiment/run-prepared.ts';

const story: readonly Progress[] = [
  { kind: 'start', runs: 3, rounds: 12 },
  { kind: 'round', runId: 'a', rounds: 1 },
  { kind: 'run', outcome: { runId: 'a', status: 'complete' }, rounds: 3 },
  { kind: 'run', outcome: { runId: 'b', status: 'skipped' }, rounds: 4 },
  { kind: 'run', outcome: { runId: 'c', status: 'held', by: 'process 1' }, rounds: 4 },
];

function shownOn(isTTY: boolean): string {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 120 });
  const view = progressView(stream as unknown as Parameters<typeof progressView>[0]);
  for (const progress of story) view.show(progress);
  view.stop();
  return String(stream.read());
}

describe('progressView()', () => {
  it('is a line per run that ends where there is no terminal', () => {
    expect(shownOn(false)).toBe('[1/3] a complete\n[2/3] b whole already\n[3/3] c left alone\n');
  });

  it('is a bar with rounds, runs and an estimate on a terminal', () => {
    expect(shownOn(true)).toMatch(/100 % \| 12\/12 rounds \| 3 runs done \| ETA/);
  });
});
