import { expect, test } from 'vitest';
import { summaryMarkdown } from './of-runs.ts';
import { quickstartRuns } from './quickstart-runs.ts';
import { end, foldAll, info, trial } from './run-stream.ts';

test('summaryMarkdown() calls the simulated model so, prints its parameters and says what the numbers do not mean', () => {
  const text = summaryMarkdown(quickstartRuns([1]));
  expect(text).toContain('model: simulated; simulator parameters: readWindow=16000, attention=12, dilution=0.02');
  expect(text).toContain('The numbers say nothing about language models.');
});

test('summaryMarkdown() names a real model, without a word of simulation', () => {
  const text = summaryMarkdown(
    quickstartRuns([1], () => false, {
      modelId: 'some-model',
      config: { model: { provider: 'openai', apiKeyEnv: 'MODEL_KEY' } },
    }),
  );
  expect(text).toContain('- model: some-model\n');
  expect(text.toLowerCase()).not.toContain('simulated');
  expect(text).not.toContain('MODEL_KEY');
});

test('summaryMarkdown() lists what a matrix over simulator parameters varies', () => {
  const at = (dilution: number) =>
    foldAll(
      info({
        axes: { 'model.dilution': dilution },
        config: { model: { provider: 'simulated', dilution, attention: 9 } },
      }),
      [trial({}), end({})],
    );
  expect(summaryMarkdown([at(0.02), at(0.1)])).toContain('parameters: dilution=0.02 or 0.1, attention=9');
});

test('summaryMarkdown() says what was run', () => {
  const text = summaryMarkdown(quickstartRuns());
  for (const part of [
    '# quickstart',
    '50 of 50 runs complete; 5 seeds: 1, 2, 3, 4, 5',
    'minilm/all-MiniLM-L6-v2; budget: 3,000 tokens',
    'protocol: kind=offline, epochs=1, batchSize=8, probeEvery=2, feedback=gold',
    '## office',
    'score in tasks; profile strict; generated; n = 60 test, 30 val',
    '## tagging',
  ])
    expect(text).toContain(part);
});

test('summaryMarkdown() has tables of scores, of costs and of rounds per suite, every line with as many cells as its head', () => {
  const text = summaryMarkdown(quickstartRuns());
  const tables = text.split('\n\n').filter((block) => block.startsWith('|'));
  expect(tables).toHaveLength(6);
  for (const block of tables) {
    const cells = block
      .trimEnd()
      .split('\n')
      .map((line) => line.split('|').length);
    expect(new Set(cells).size).toBe(1);
  }
  // Five arms; office has probes at rounds 0, 2, 4, 6 and tagging one more at 8.
  expect(tables.map((block) => block.trimEnd().split('\n').length - 2)).toEqual([5, 5, 20, 5, 5, 25]);
});

test('summaryMarkdown() always says how much failed', () => {
  expect(summaryMarkdown(quickstartRuns([1]))).toMatch(
    /failures: 0 of [\d,]+ attempts, 0 of \d+ calls of the reflector, .*; 0 of the infrastructure; 0 incomplete runs left out$/m,
  );
  const failed = foldAll(info(), [
    trial({ failure: { kind: 'length', message: 'cut', role: 'generator' } }),
    trial({ failure: { kind: 'network', message: 'gone', role: 'generator' } }),
    end({ status: 'incomplete' }),
  ]);
  expect(summaryMarkdown([failed])).toContain(
    'failures: 1 of 2 attempts, 0 of 1 adaptation; 1 of the infrastructure; 1 incomplete run left out (ace-proactive: 1 of 2 attempts, 1 of the infrastructure, 1 incomplete run)',
  );
});

test('summaryMarkdown() says too few runs under five, and not from five on', () => {
  expect(summaryMarkdown(quickstartRuns([1, 2]))).toContain('too few runs: all arms (2;');
  expect(summaryMarkdown(quickstartRuns())).not.toContain('too few runs');
});

test('summaryMarkdown() calls a lazy arm degenerate where it never refined or refined in every round', () => {
  expect(summaryMarkdown(quickstartRuns([1, 2], () => false))).toContain(
    'degenerate: equals off in 2 of 2 runs: ace-lazy',
  );
  expect(summaryMarkdown(quickstartRuns([1, 2], () => true))).toContain(
    'degenerate: equals proactive in 2 of 2 runs: ace-lazy',
  );
  expect(summaryMarkdown(quickstartRuns([1, 2]))).not.toContain('degenerate');
});

test('summaryMarkdown() says when runs were tested on unequal tasks', () => {
  const tests = (arm: string, count: number) =>
    foldAll(info({ arm }), [...Array.from({ length: count }, () => trial({ phase: 'test', which: 'final' })), end({})]);
  expect(summaryMarkdown([tests('a', 9), tests('b', 10)])).toContain(
    'unequal tasks: runs were tested on 9 to 10 tasks',
  );
});

test('summaryMarkdown() shows users text as it is: no cell, line, tag, link or code is made of it', () => {
  const { suiteAbout } = info();
  const notes = ['a | b', 'two\nlines', '<script>alert(1)</script>', '[x](http://y) `code` & \\|'];
  const text = summaryMarkdown(quickstartRuns([1], () => false, { suiteAbout: { ...suiteAbout, notes } }));
  expect(text).toContain(
    '- a \\| b\n- two lines\n- &lt;script&gt;alert(1)&lt;/script&gt;\n- \\[x\\](http://y) \\`code\\` &amp; \\\\\\|\n',
  );
});
