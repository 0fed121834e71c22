import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../harness/config/runs-of.ts';
import { complaint, example, read } from './example.ts';

const withMatrix = (matrix: string) => `${example}matrix:\n  ${matrix}\n`;

describe('cellsOf()', () => {
  it('varies one arm and leaves one cell to the others', () => {
    const { cells } = read(withMatrix('arms.ace-lazy.refine.threshold: [0.7, 0.8]'));
    expect(cells.filter(({ suite }) => suite.name === 'office').map(({ arm, axes }) => [arm, axes])).toEqual([
      ['static', {}],
      ['ace-lazy', { 'arms.ace-lazy.refine.threshold': 0.7 }],
      ['ace-lazy', { 'arms.ace-lazy.refine.threshold': 0.8 }],
      ['ace-plain', {}],
    ]);
    expect(cells.filter(({ arm }) => arm === 'ace-lazy').map(({ method }) => method.options)).toMatchObject([
      { refine: { mode: 'lazy', threshold: 0.7 } },
      { refine: { mode: 'lazy', threshold: 0.8 } },
      { refine: { mode: 'lazy', threshold: 0.7 } },
      { refine: { mode: 'lazy', threshold: 0.8 } },
    ]);
  });

  it('takes a key that the arm has not written, where the arm is named', () => {
    const { cells } = read(withMatrix('arms.ace-plain.refine.mode: [lazy, proactive]'));
    expect(cells.filter(({ arm }) => arm === 'ace-plain').length).toBe(4);
  });

  it('varies with * only the arms that have the key written', () => {
    const { cells } = read(withMatrix('arms.*.refine.threshold: [0.7, 0.8, 0.9]'));
    const counts = ['static', 'ace-lazy', 'ace-plain'].map((arm) => cells.filter((cell) => cell.arm === arm).length);
    expect(counts).toEqual([2, 6, 2]);
  });

  it('varies one suite by name or position, or all that have the key', () => {
    expect(read(withMatrix('suites.tagging.tags: [3, 4]')).cells.length).toBe(3 + 6);
    expect(read(withMatrix('suites.1.tags: [3, 4]')).cells.length).toBe(3 + 6);
    expect(read(withMatrix('suites.*.limits.train: [3, 4]')).cells.length).toBe(6 + 3);
  });

  it('varies what arms share for all of them', () => {
    const { cells } = read(withMatrix('budgetTokens: [100, 200]\n  protocol.batchSize: [1, 8]'));
    expect(
      cells
        .slice(0, 4)
        .map(({ arm, budget, protocol }) => [arm, budget.tokens, 'batchSize' in protocol && protocol.batchSize]),
    ).toEqual([
      ['static', 100, 1],
      ['static', 100, 8],
      ['static', 200, 1],
      ['static', 200, 8],
    ]);
    expect(cells.length).toBe(6 * 4);
  });

  it('applies defaults of a part that only a matrix point names', () => {
    const { cells } = read(withMatrix('embedder: [{ name: minilm }, { name: hashed }]'));
    expect(cells.slice(0, 2).map(({ embedder }) => embedder)).toEqual([
      { name: 'minilm' },
      { name: 'hashed', dims: 256 },
    ]);
  });

  it('gives as many cells as the product says, each with its own values', () => {
    const count = fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 4 });
    const shares = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(count, count, shares, (budgets, batches, hundredths) => {
        const thresholds = hundredths.map((n) => n / 100);
        const { cells } = read(
          withMatrix(
            `budgetTokens: ${JSON.stringify(budgets)}\n  protocol.batchSize: ${JSON.stringify(batches)}\n  arms.ace-lazy.refine.threshold: ${JSON.stringify(thresholds)}`,
          ),
        );
        expect(cells.length).toBe(2 * budgets.length * batches.length * (2 + thresholds.length));
        for (const { arm, axes, budget, protocol, method } of cells) {
          expect(budget.tokens).toBe(axes.budgetTokens);
          expect(protocol).toMatchObject({ batchSize: axes['protocol.batchSize'] });
          if (arm === 'ace-lazy')
            expect(method.options).toMatchObject({ refine: { threshold: axes['arms.ace-lazy.refine.threshold'] } });
        }
      }),
      { numRuns: 20 },
    );
  });

  const at = (line: number, sentence: string) => `Cannot read configs/x.yaml line ${line}: ${sentence}`;
  it.each<[string, string, string]>([
    [
      'a value out of range',
      'arms.ace-lazy.refine.threshold: [0.5, 1.5]',
      'expected arms.ace-lazy.refine.threshold to be a number of at most 1, found 1.5',
    ],
    [
      "a point that a part's own check refuses",
      'arms.ace-plain.refine.threshold: [1]',
      'expected arms.ace-plain.refine to be of another mode than off at threshold 1, found {"threshold":1}',
    ],
    [
      'a misspelt key',
      'arms.ace-lazy.refine.treshold: [0.5]',
      'expected a known key of arms.ace-lazy.refine, found "treshold"; did you mean "threshold"?',
    ],
    [
      'a misspelt key on the way',
      'arms.ace-lazy.refin.threshold: [0.5]',
      'expected a known key of arms.ace-lazy, found "refin"; did you mean "refine"?',
    ],
    [
      'a misspelt shared key',
      'budgetToken: [5]',
      'expected a known key of the config, found "budgetToken"; did you mean "budgetTokens"?',
    ],
    [
      'an unknown arm',
      'arms.ace-lasy.refine.threshold: [0.5]',
      'expected a known arm, found "ace-lasy"; did you mean "ace-lazy"?',
    ],
    ['an unknown suite', 'suites.taging.tags: [5]', 'expected a known suite, found "taging"; did you mean "tagging"?'],
    [
      'a key that no arm has written',
      'arms.*.refine.guards: [[numbers]]',
      'expected a key that some of the arms have written, found arms.*.refine.guards',
    ],
    [
      'a whole arm',
      'arms.static: [{ method: static }]',
      'expected a path to a key, like arms.static.KEY, found arms.static',
    ],
    ['seeds', 'seeds: [[1], [2]]', 'expected a matrix over what cells can differ in, found seeds'],
    ['the tasks', 'dataSeeds: [[1], [2]]', 'expected a matrix over what cells can differ in, found dataSeeds'],
    [
      'the name of a suite',
      'suites.0.name: [tagging]',
      'expected a matrix over what cells can differ in, found suites.0.name',
    ],
    [
      'a value twice',
      'budgetTokens: [5, 6, 5]',
      'expected matrix.budgetTokens.2 to be a value that is not listed before, found 5',
    ],
    ['no values', 'budgetTokens: []', 'expected matrix.budgetTokens to be a list of at least 1 item, found []'],
    ['one value without a list', 'budgetTokens: 5', 'expected matrix.budgetTokens to be a list, found 5'],
  ])('refuses %s', (_, matrix, sentence) => {
    expect(complaint(withMatrix(matrix))).toBe(at(20, sentence));
  });

  it('refuses two axes over one key', () => {
    const matrix = 'arms.*.refine.threshold: [0.5]\n  arms.ace-lazy.refine.threshold: [0.6]';
    expect(complaint(withMatrix(matrix))).toBe(
      at(
        21,
        'expected each key in one path of the matrix, found arms.ace-lazy.refine.threshold and arms.*.refine.threshold',
      ),
    );
    expect(complaint(withMatrix('model: [{ provider: simulated }]\n  model.replyNoise: [0.1]'))).toMatch(
      /line 21: expected each key in one path/,
    );
  });

  it('refuses a matrix too large to mean, before building it', () => {
    const values = JSON.stringify(Array.from({ length: 200 }, (_, i) => i + 1));
    const matrix = ['budgetTokens', 'protocol.batchSize', 'protocol.epochs', 'protocol.probeEvery'].map(
      (key) => `${key}: ${values}`,
    );
    expect(complaint(withMatrix(matrix.join('\n  ')))).toBe(
      at(19, 'expected at most 10000 cells, found a matrix that gives 9600000000'),
    );
  });
});

describe('cellsOf() with variants', () => {
  const variants = (...lines: readonly string[]) =>
    `${example}variants:\n${lines.map((line) => `  - ${line}\n`).join('')}`;

  it('tries each beside the config as it is, one at a time, with all that it names', () => {
    const { cells } = read(variants('{ model.replyNoise: 0.5 }', '{ budgetTokens: 900, evictTo: 0.5 }'));
    const statics = cells.filter(({ arm, suite }) => arm === 'static' && suite.name === 'office');
    expect(statics.map(({ axes, model, budget }) => [axes, model.replyNoise, budget.tokens, budget.evictTo])).toEqual([
      [{}, 0, 3000, 0.8],
      [{ 'model.replyNoise': 0.5 }, 0.5, 3000, 0.8],
      [{ budgetTokens: 900, evictTo: 0.5 }, 0, 900, 0.5],
    ]);
    expect(cells).toHaveLength(2 * 3 * 3);
  });

  it('tries one that speaks of an arm or a suite there alone', () => {
    const { cells } = read(variants('{ arms.ace-lazy.refine.threshold: 0.5 }', '{ suites.tagging.tags: 3 }'));
    const counts = ['static', 'ace-lazy', 'ace-plain'].map((arm) => cells.filter((cell) => cell.arm === arm).length);
    expect(counts).toEqual([3, 5, 3]);
  });

  it('tries each at every point of the matrix', () => {
    const { cells } = read(`${variants('{ model.replyNoise: 0.5 }')}matrix: { budgetTokens: [2000, 3000] }\n`);
    expect(cells.filter(({ arm }) => arm === 'static').map(({ axes }) => Object.values(axes))).toEqual(
      [[2000], [3000], [2000, 0.5], [3000, 0.5]]
        .flatMap((point) => [point])
        .concat([[2000], [3000], [2000, 0.5], [3000, 0.5]]),
    );
  });

  it.each([
    [
      '{ model.replyNois: 0.5 }',
      'line 20: expected a known key of model, found "replyNois"; did you mean "replyNoise"?',
    ],
    ['{ model.replyNoise: 7 }', 'line 20: expected model.replyNoise to be a number of at most 1, found 7'],
    ['{}', 'line 20: expected variants.0 to be a mapping with at least one path, found {}'],
    ['{ seeds: [9] }', 'line 20: expected a matrix over what cells can differ in, found seeds'],
    ['{ replicate: [static] }', 'line 20: expected a matrix over what cells can differ in, found replicate'],
  ])('refuses %s', (variant, expected) => {
    expect(complaint(variants(variant))).toContain(expected);
  });

  it('refuses one that is listed before, and one over a key of the matrix', () => {
    expect(complaint(variants('{ budgetTokens: 9 }', '{ budgetTokens: 9 }'))).toContain(
      'a variant that is not listed before',
    );
    expect(complaint(`${variants('{ budgetTokens: 900 }')}matrix: { budgetTokens: [2000, 3000] }\n`)).toContain(
      'expected each key in one path of the matrix, found budgetTokens and budgetTokens',
    );
  });
});

describe('cellsOf() with replicate', () => {
  it('runs the named arms a second time, alike in all but the reply stream, and no others', () => {
    const { cells } = read(`${example}replicate: [ace-lazy]\nmatrix: { arms.ace-lazy.refine.threshold: [0.7, 0.8] }\n`);
    const again = cells.filter(({ replicate }) => replicate !== undefined);
    expect(again.map(({ arm }) => arm)).toEqual(Array(4).fill('ace-lazy.replicate'));
    expect(again.map(({ replicate: _stream, ...cell }) => ({ ...cell, arm: 'ace-lazy' }))).toEqual(
      cells.filter(({ arm }) => arm === 'ace-lazy'),
    );
  });

  it('changes no run that is there without it', () => {
    const facts = { dataHash: 'd', profile: 'p' };
    const plain = read(example).cells.flatMap((cell) => runsOf(cell, 1, facts));
    const twice = read(`${example}replicate: [static]\n`).cells.flatMap((cell) => runsOf(cell, 1, facts));
    const old = new Set(plain.map(({ runId }) => runId));
    expect(twice.filter(({ runId }) => old.has(runId))).toEqual(plain);
    const added = twice.filter(({ runId }) => !old.has(runId));
    expect(added.map(({ runId, spec }) => [runId.replace(/-\w+$/, ''), spec.replicate])).toEqual(
      ['office', 'tagging'].flatMap((suite) => [1, 2, 3].map((seed) => [`${suite}.static.replicate.s${seed}`, 1])),
    );
  });

  it('refuses an arm that is not there, naming the nearest, and one named twice', () => {
    expect(complaint(`${example}replicate: [static, ace-lasy]\n`)).toBe(
      'Cannot read configs/x.yaml line 19: expected a known arm, found "ace-lasy"; did you mean "ace-lazy"?',
    );
    expect(complaint(`${example}replicate: [static, static]\n`)).toContain(
      'an arm that is not listed before, found "static"',
    );
  });
});
