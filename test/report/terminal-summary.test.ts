import { expect, test } from 'vitest';
import { terminalSummary } from './of-runs.ts';
import { quickstartRuns } from './quickstart-runs.ts';
import { foldAll, info, offlineRun } from './run-stream.ts';

const lengths = (text: string): readonly number[] => text.split('\n').map((line) => line.length);

test('terminalSummary() shows the quickstart in at most 50 lines of at most 100 columns', () => {
  const text = terminalSummary(quickstartRuns());
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(50);
  expect(Math.max(...lengths(text))).toBeLessThanOrEqual(100);
});

test('terminalSummary() has a line per arm and suite, with and without rounds', () => {
  const lines = terminalSummary(quickstartRuns()).split('\n');
  for (const arm of ['static', 'append', 'full-rewrite', 'ace-proactive', 'ace-lazy'])
    expect(lines.filter((line) => line.startsWith(`${arm} `))).toHaveLength(4);
  expect(lines.filter((line) => /^by round +round 0 +round 2 +round 4 +round 6/.test(line))).toHaveLength(2);
});

test('terminalSummary() aligns every column of a table', () => {
  const lines = terminalSummary(quickstartRuns()).split('\n');
  const header = lines.find((line) => line.startsWith('arm '))!;
  const edge = header.indexOf('score') + 'score'.length;
  for (const arm of ['static', 'append', 'ace-lazy']) {
    const line = lines.find((candidate) => candidate.startsWith(arm))!;
    expect(line.slice(0, edge)).toMatch(/ 5 +\d+\.\d ± \d+\.\d$/);
  }
});

test('terminalSummary() stays within 100 columns whatever is long: names, axes, notes, many probes', () => {
  const name = 'an-arm-with-a-name-that-goes-on-and-on-for-ever';
  const about = (seed: number, threshold: number) =>
    info({
      arm: name,
      seed,
      axes: { [`arms.${name}.refine.threshold`]: threshold, 'protocol.batchSize': 16 },
      suiteAbout: {
        scoreUnit: 'tags',
        profile: 'x'.repeat(250),
        splitNote: 'a note '.repeat(40),
        dataHash: '',
        notes: ['y'.repeat(99)],
      },
    });
  const shape = { rounds: 30, probeEvery: 1, batch: 2, val: 3, test: 4, skill: () => 0.5, refined: () => true };
  const runs = [1, 2].flatMap((seed) =>
    [0.7, 0.9].map((threshold) => foldAll(about(seed, threshold), offlineRun(about(seed, threshold), shape))),
  );
  const text = terminalSummary(runs);
  expect(Math.max(...lengths(text))).toBeLessThanOrEqual(100);
  expect(text).toContain('5 of 31 probes');
  // What tells two matrix points apart is never cut off.
  for (const threshold of [0.7, 0.9])
    expect(text.split(`${name} refine.threshold=${threshold} protocol.batchSize=16`)).toHaveLength(3);
});

test('terminalSummary() lets no control character through', () => {
  const { suiteAbout } = info();
  const runs = quickstartRuns([1], () => false, {
    suiteAbout: { ...suiteAbout, notes: ['\u001b[2J\u0007wiped\nout'] },
  });
  expect(terminalSummary(runs).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});
