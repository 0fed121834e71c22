import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySets } from '../../harness/config/apply-sets.ts';
import { valueAt } from '../../harness/config/path.ts';
import { complaint, example, exampleWith, read } from './example.ts';

describe('applySets()', () => {
  it('then reading gives the value, for any path of names and any JSON', () => {
    const name = fc
      .stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
      .filter(
        (key) => !['arms', 'suites', 'matrix', 'model', 'embedder', 'protocol', 'seeds', 'decoding'].includes(key),
      );
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), fc.jsonValue(), (path, value) => {
        // A key __proto__ is refused, and JSON has no -0.
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        const { written } = applySets({}, [`${path.join('.')}=${JSON.stringify(value)}`]);
        expect(valueAt(written, path)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('leaves what it was given as it was', () => {
    const written = { arms: { a: { refine: { threshold: 0.8 } } } };
    const before = structuredClone(written);
    applySets(written, ['arms.a.refine.threshold=0.9', 'arms.a.refine.mode=lazy']);
    expect(written).toEqual(before);
  });

  it('sets own keys only, so no object is changed by name', () => {
    const { written } = applySets({}, ['constructor.prototype.polluted=1']);
    expect(Object.hasOwn(written as object, 'constructor')).toBe(true);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('readConfig() with sets', () => {
  it('puts values in by full path, list position and name of a suite', () => {
    const { config } = read(
      example,
      'arms.ace-lazy.refine.threshold=0.8',
      'suites.0.limits.train=10',
      'suites.tagging.limits.val=5',
      'seeds=[7]',
      'arms.ace-plain.refine.guards=[numbers]',
      'arms.ace-plain.refine.guards.0=negation',
      'decoding.maxTokens=64',
    );
    expect(config).toMatchObject({
      arms: { 'ace-lazy': { refine: { threshold: 0.8 } }, 'ace-plain': { refine: { guards: ['negation'] } } },
      suites: [{ limits: { train: 10, val: 30 } }, { limits: { val: 5 } }],
      seeds: [7],
      decoding: { maxTokens: { default: 64 }, temperature: 0 },
    });
  });

  it('supplies what the file lacks', () => {
    expect(read(exampleWith('budgetTokens: 3000\n', ''), 'budgetTokens=10').config.budgetTokens).toBe(10);
  });

  it('sets an axis of the matrix', () => {
    const { cells } = read(example, 'matrix.arms.ace-lazy.refine.threshold=[0.1, 0.2]');
    expect(cells.length).toBe(8);
  });

  it.each<[string, string, string]>([
    [
      'a misspelt key',
      'arms.ace-lazy.refine.treshold=0.8',
      ': expected a known key of arms.ace-lazy.refine, found "treshold"; did you mean "threshold"?',
    ],
    [
      'a misspelt key on the way',
      'arms.ace-lazy.refin.threshold=0.8',
      ': expected a known key of arms.ace-lazy, found "refin"; did you mean "refine"?',
    ],
    [
      'a misspelt top-level key',
      'budgettoken=8',
      ': expected a known key of the config, found "budgettoken"; did you mean "budgetTokens"?',
    ],
    [
      'an unknown arm',
      'arms.ace-lasy.refine.threshold=0.8',
      ': expected a known arm, found "ace-lasy"; did you mean "ace-lazy"?',
    ],
    [
      'an unknown suite',
      'suites.taging.limits.train=1',
      ': expected a known suite, found "taging"; did you mean "tagging"?',
    ],
    [
      'a suite beyond the last',
      'suites.2.limits.train=1',
      ': expected a known suite, found "2"; known, nearest first: office, tagging',
    ],
    ['a position beyond the last', 'seeds.3=1', ': expected a position below 3 in seeds, found "3"'],
    ['a key of a list', 'seeds.first=1', ': expected a position below 3 in seeds, found "first"'],
    ['a key of a number', 'budgetTokens.max=1', ': expected budgetTokens to be a mapping with a key "max", found 3000'],
    [
      'a value out of range',
      'arms.ace-plain.refine.threshold=1.5',
      ': expected arms.ace-plain.refine.threshold to be a number of at most 1, found 1.5',
    ],
    ['a value of another type', 'budgetTokens=lots', ': expected budgetTokens to be a number, found "lots"'],
    [
      'a mapping that lacks a key',
      'model={}',
      ': expected the key model.provider with one of simulated, remote, found none',
    ],
    ['no value', 'budgetTokens', ': expected key=value, found "budgetTokens"'],
    ['no key', '=3', ': expected key=value, found "=3"'],
    ['an empty value', 'budgetTokens=', ': expected budgetTokens to be a number, found nothing'],
    ['a broken value', 'seeds=[1', ': expected valid YAML, found this: '],
    ['an empty segment', 'arms..method=static', ': expected keys joined by dots, found "arms..method"'],
    ['__proto__', '__proto__.polluted=1', ': expected keys joined by dots, found "__proto__.polluted"'],
    ['__proto__ in a value', 'model={ __proto__: 1 }', ': expected a key that can be a name, found "__proto__"'],
  ])('refuses %s', (_, set, end) => {
    expect(complaint(example, set)).toContain(`Cannot apply --set ${set}${end}`);
  });

  const idle = ': expected a value that changes the experiment, found no difference';
  it.each<[string, string[], number]>([
    ['the written value', ['budgetTokens=3000'], 0],
    ['the default', ['protocol.epochs=1'], 0],
    ['the same value in other words', ['budgetTokens=3e3'], 0],
    ['the first of two sets of one key', ['budgetTokens=10', 'budgetTokens=20'], 0],
  ])('refuses a set that changes nothing: %s', (_, sets, which) => {
    expect(complaint(example, ...sets)).toBe(`Cannot apply --set ${sets[which]}${idle}`);
  });

  it('refuses a set that the matrix overrides', () => {
    const text = `${example}matrix: { arms.ace-lazy.refine.threshold: [0.1, 0.2] }\n`;
    expect(complaint(text, 'arms.ace-lazy.refine.threshold=0.5')).toContain(idle);
  });

  it('blames the file for what is wrong in the file', () => {
    expect(complaint(exampleWith('0.85', '1.5'), 'arms.ace-lazy.refine.mode=off')).toMatch(
      /^Cannot read configs\/x.yaml line 15: /,
    );
  });
});
