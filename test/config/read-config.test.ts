import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { UserError } from '../../harness/core/failure.ts';
import { canonicalJson } from '../../harness/core/json.ts';
import { readConfig } from '../../harness/config/read-config.ts';
import { complaint, example, exampleWith, read, shapes, shorthandEdits } from './example.ts';

describe('readConfig()', () => {
  it('applies defaults once, to every depth', () => {
    expect(read(example).config).toEqual({
      experiment: 'quick',
      model: { provider: 'simulated', replyNoise: 0 },
      embedder: { name: 'minilm' },
      budgetTokens: 3000,
      evict: 'lowest-utility',
      evictTo: 0.8,
      graceRounds: 1,
      suites: [
        { name: 'office', limits: { train: 48, val: 30 }, stepLimit: 8 },
        { name: 'tagging', tags: 9 },
      ],
      arms: {
        static: { method: 'static' },
        'ace-lazy': { method: 'aced', refine: { mode: 'lazy', threshold: 0.85, guards: [] }, lessons: 'all' },
        'ace-plain': { method: 'aced', refine: { mode: 'off', threshold: 0.85, guards: [] }, lessons: 'all' },
      },
      seeds: [1, 2, 3],
      dataSeeds: [1],
      decoding: { temperature: 0, maxTokens: { default: 1024 } },
      protocol: { kind: 'offline', epochs: 1, batchSize: 8, probeEvery: null, feedback: 'gold' },
      timeouts: { call: 600, part: 600 },
      maxFailedShare: 0.05,
      matrix: {},
      variants: [],
      replicate: [],
    });
  });

  it('gives itself back: a resolved config reads as the same experiment', () => {
    const once = read(example);
    expect(read(canonicalJson(once.config)).config).toEqual(once.config);
  });

  it('gives one cell per suite and arm, options apart from names', () => {
    const { cells } = read(example);
    expect(cells.map(({ suite, arm }) => `${suite.name}/${arm}`)).toEqual([
      'office/static',
      'office/ace-lazy',
      'office/ace-plain',
      'tagging/static',
      'tagging/ace-lazy',
      'tagging/ace-plain',
    ]);
    expect(cells[1]).toMatchObject({
      suite: { name: 'office', options: { limits: { train: 48, val: 30 }, stepLimit: 8 } },
      method: { name: 'aced', options: { refine: { mode: 'lazy', threshold: 0.85, guards: [] }, lessons: 'all' } },
      budget: { tokens: 3000, evict: 'lowest-utility', evictTo: 0.8, graceRounds: 1 },
      axes: {},
    });
  });

  it('names the text where there is no file', () => {
    expect(() => readConfig({ text: 'seeds: [', sets: [], shapes })).toThrow(/^Cannot read the config line 1: /);
  });

  it('reads a value as it reads the text of the same value', () => {
    const value: unknown = parse(example);
    expect(readConfig({ value, sets: [], shapes })).toEqual(read(example));
    expect(readConfig({ value, sets: ['budgetTokens=4000'], shapes })).toEqual(read(example, 'budgetTokens=4000'));
  });

  it.each([
    ['budgetTokens: 3000', 'budgetTokens: 0', 'Cannot read the config at budgetTokens: '],
    ['threshold: 0.85', 'threshold: 2', 'Cannot read the config at arms.ace-lazy.refine.threshold: '],
    ['train: 48', 'trian: 48', 'Cannot read the config at suites.0.limits.trian: '],
    ['experiment: quick', 'matrix: { nothing: [1] }', 'Cannot read the config'],
  ])('complains of a value in the sentences of a text, the key for the line: %s, %s', (from, to, opening) => {
    const text = exampleWith(from, to);
    const read = (): unknown => readConfig({ value: parse(text), sets: [], shapes });
    expect(read).toThrow(opening);
    let message = '';
    try {
      read();
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message.replace(/^Cannot read the config( at \S+)?: /, '')).toBe(
      complaint(text).replace(/^Cannot read \S+ line \d+: /, ''),
    );
  });

  it('refuses what is no mapping at all', () => {
    expect(() => readConfig({ value: null, sets: [], shapes })).toThrow(
      /^Cannot read the config: expected the config to be a mapping/,
    );
  });

  it('takes 0 and 1 as values of their own', () => {
    const { config } = read(
      exampleWith('threshold: 0.85', 'threshold: 0'),
      'evictTo=0',
      'graceRounds=0',
      'dataSeeds=[0]',
    );
    expect(config).toMatchObject({
      evictTo: 0,
      graceRounds: 0,
      dataSeeds: [0],
      arms: { 'ace-lazy': { refine: { threshold: 0 } } },
    });
  });

  it('leaves a placeholder unresolved', () => {
    const placeholder = ['$', '{HOME}'].join('');
    const { config } = read(exampleWith('{ provider: simulated }', `{ provider: remote, model: "${placeholder}" }`));
    expect(config.model).toMatchObject({ model: placeholder, apiKeyEnv: 'KEY' });
  });

  it('reads aliases, with errors at the line where the value is written', () => {
    const text = exampleWith('ace-plain: { method: aced }', 'ace-plain: { method: aced, refine: *shared }').replace(
      'refine:\n',
      'refine: &shared\n',
    );
    expect(read(text).config.arms['ace-plain']).toMatchObject({ refine: { mode: 'lazy' } });
    expect(complaint(text.replace('0.85', '2'))).toMatch(
      /^Cannot read configs\/x.yaml line 15: .*ace-lazy.refine.threshold/,
    );
  });

  it('takes names that every object has as names like any other', () => {
    const text = exampleWith('static: { method: static }', 'constructor: { method: constructor }');
    expect(read(text).cells[0]).toMatchObject({ arm: 'constructor', method: { name: 'constructor', options: {} } });
    expect(complaint(exampleWith('method: static', 'method: toString'))).toMatch(/found "toString"$/);
    expect(complaint(example, 'toString=1')).toMatch(/expected a known key of the config, found "toString"/);
  });
});

describe('readConfig() refuses', () => {
  const at = (line: number, sentence: string) => `Cannot read configs/x.yaml line ${line}: ${sentence}`;
  it.each<[string, string, string, string]>([
    // Unknown keys, at every depth.
    [
      'a misspelt option',
      'threshold',
      'treshold',
      at(15, 'expected a known key of arms.ace-lazy.refine, found "treshold"; did you mean "threshold"?'),
    ],
    [
      'a misspelt top-level key',
      'budgetTokens',
      'budget_token',
      at(4, 'expected a known key of the config, found "budget_token"; did you mean "budgetTokens"?'),
    ],
    [
      'an unknown key unlike all others',
      'tags: 9',
      'colours: 9',
      at(8, 'expected a known key of suites.1, found "colours"; known, nearest first: tags, limits, name'),
    ],
    [
      'a split that does not exist',
      'val: 30',
      'value: 30',
      at(7, 'expected a known key of suites.0.limits, found "value"; did you mean "val"?'),
    ],
    [
      'an option of another part',
      '{ name: minilm }',
      '{ name: minilm, dims: 3 }',
      at(3, 'expected a known key of embedder, found "dims"; known, nearest first: name'),
    ],
    [
      'a key within a union',
      'method: aced }',
      'method: aced, lessons: { atmost: 3 } }',
      at(16, 'expected a known key of arms.ace-plain.lessons, found "atmost"; did you mean "atMost"?'),
    ],
    // What all arms share.
    [
      'a budget for one arm',
      'method: static',
      'method: static, budgetTokens: 9',
      at(
        10,
        'expected a known key of arms.static, found "budgetTokens", which all arms share: it belongs at budgetTokens',
      ),
    ],
    [
      'a batch for one arm',
      'mode: lazy',
      'batchSize: 4',
      at(
        14,
        'expected a known key of arms.ace-lazy.refine, found "batchSize", which all arms share: it belongs at protocol.batchSize',
      ),
    ],
    [
      'a temperature for one arm',
      'method: static',
      'method: static, temperature: 1',
      at(
        10,
        'expected a known key of arms.static, found "temperature", which all arms share: it belongs at decoding.temperature',
      ),
    ],
    [
      'a feedback level for one arm',
      'method: static',
      'method: static, feedback: none',
      at(
        10,
        'expected a known key of arms.static, found "feedback", which all arms share: it belongs at protocol.feedback',
      ),
    ],
    // Missing keys and wrong types.
    ['a missing key', 'budgetTokens: 3000\n', '', at(1, 'expected the key budgetTokens with a number, found none')],
    [
      'a missing method',
      'static: { method: static }',
      'static: {}',
      at(10, 'expected the key arms.static.method with one of static, aced, constructor, found none'),
    ],
    [
      'a missing option',
      '{ provider: simulated }',
      '{ provider: remote }',
      at(2, 'expected the key model.model with text, found none'),
    ],
    ['text for a number', '3000', 'many', at(4, 'expected budgetTokens to be a number, found "many"')],
    ['a fraction for a count', '3000', '1.5', at(4, 'expected budgetTokens to be a whole number, found 1.5')],
    [
      'a number that is none',
      '0.85',
      '.nan',
      at(15, 'expected arms.ace-lazy.refine.threshold to be a number, found NaN'),
    ],
    ['a key without a value', '{ name: minilm }', '', at(3, 'expected embedder to be a mapping, found nothing')],
    [
      'a list for a mapping',
      '{ name: minilm }',
      '[minilm]',
      at(3, 'expected embedder to be a mapping, found ["minilm"]'),
    ],
    [
      'a mapping for a list',
      '[1, 2, 3]',
      '{ from: 1, to: 3 }',
      at(17, 'expected seeds to be a list, found {"from":1,"to":3}'),
    ],
    [
      'a count of no seeds',
      '[1, 2, 3]',
      '0',
      at(17, 'expected seeds to be a list of seeds or a count of 1 to 1000, found 0'),
    ],
    ['a part without its mapping', '{ method: static }', '3', at(10, 'expected arms.static to be a mapping, found 3')],
    [
      'an unknown method alone',
      '{ method: static }',
      'statik',
      at(
        10,
        'expected arms.static.method to be one of static, aced, constructor, found "statik"; did you mean "static"?',
      ),
    ],
    [
      'an unknown suite alone',
      '{ name: tagging, tags: 9 }',
      'taging',
      at(8, 'expected suites.1.name to be one of tagging, office, found "taging"; did you mean "tagging"?'),
    ],
    [
      'a role that nobody plays',
      'seeds:',
      'decoding: { maxTokens: { critic: 9 } }\nseeds:',
      at(
        17,
        'expected a known key of decoding.maxTokens, found "critic"; known, nearest first: curator, rewriter, merger, judge, user, default, generator, reflector',
      ),
    ],
    // Unknown parts and words.
    [
      'an unknown suite',
      'name: tagging',
      'name: taging',
      at(8, 'expected suites.1.name to be one of tagging, office, found "taging"; did you mean "tagging"?'),
    ],
    [
      'an unknown method',
      'method: static',
      'method: statc',
      at(
        10,
        'expected arms.static.method to be one of static, aced, constructor, found "statc"; did you mean "static"?',
      ),
    ],
    [
      'an unknown provider',
      'provider: simulated',
      'provider: simulate',
      at(2, 'expected model.provider to be one of simulated, remote, found "simulate"; did you mean "simulated"?'),
    ],
    [
      'an unknown embedder',
      'name: minilm',
      'name: gpt',
      at(3, 'expected embedder.name to be one of minilm, hashed, found "gpt"'),
    ],
    [
      'an unknown mode',
      'mode: lazy',
      'mode: Lazzy',
      at(
        14,
        'expected arms.ace-lazy.refine.mode to be one of proactive, lazy, off, found "Lazzy"; did you mean "lazy"?',
      ),
    ],
    [
      'an unknown protocol',
      'kind: offline',
      'kind: onlin',
      at(18, 'expected protocol.kind to be one of offline, online, found "onlin"; did you mean "online"?'),
    ],
    // Ranges.
    ['no budget', '3000', '0', at(4, 'expected budgetTokens to be a number of at least 1, found 0')],
    [
      'a threshold above 1',
      '0.85',
      '1.5',
      at(15, 'expected arms.ace-lazy.refine.threshold to be a number of at most 1, found 1.5'),
    ],
    [
      'a batch of none',
      'batchSize: 8',
      'batchSize: 0',
      at(18, 'expected protocol.batchSize to be a number of at least 1, found 0'),
    ],
    [
      'a limit of no tasks',
      'train: 48',
      'train: 0',
      at(7, 'expected suites.0.limits.train to be a number of at least 1, found 0'),
    ],
    [
      'a seed too large to be exact',
      '[1, 2, 3]',
      '[1, 9007199254740993]',
      at(17, 'expected seeds.1 to be a number of at most 9007199254740991, found 9007199254740992'),
    ],
    [
      'evictTo above 1',
      'budgetTokens: 3000',
      'budgetTokens: 3000\nevictTo: 80',
      at(5, 'expected evictTo to be a number of at most 1, found 80'),
    ],
    [
      'a negative grace',
      'budgetTokens: 3000',
      'budgetTokens: 3000\ngraceRounds: -1',
      at(5, 'expected graceRounds to be a number of at least 0, found -1'),
    ],
    [
      'a short text',
      'method: aced }',
      'method: aced, note: x }',
      at(16, 'expected arms.ace-plain.note to be text of at least 2 characters, found "x"'),
    ],
    [
      'a form of a union that nearly fits',
      'method: aced }',
      'method: aced, lessons: { atMost: 0 } }',
      at(16, 'expected arms.ace-plain.lessons.atMost to be a number of at least 1, found 0'),
    ],
    [
      'no form of a union',
      'method: aced }',
      'method: aced, lessons: some }',
      at(16, 'expected arms.ace-plain.lessons to be all or a mapping, found "some"'),
    ],
    [
      "what a part's own check refuses",
      'method: aced }',
      'method: aced, refine: { threshold: 1 } }',
      at(16, 'expected arms.ace-plain.refine to be of another mode than off at threshold 1, found {"threshold":1}'),
    ],
    // Repeats and emptiness.
    [
      'a key twice',
      'embedder: { name: minilm }',
      'embedder: { name: minilm }\nembedder: { name: hashed }',
      at(4, 'expected each key once, found "embedder" again'),
    ],
    ['an arm twice', 'ace-plain:', 'static:', at(16, 'expected each key once, found "static" again')],
    [
      'a seed twice',
      '[1, 2, 3]',
      '[1, 2, 1]',
      at(17, 'expected seeds.2 to be a seed that is not listed before, found 1'),
    ],
    [
      'a suite twice',
      '{ name: tagging, tags: 9 }',
      '{ name: office }',
      at(8, 'expected suites.1.name to be a suite that is not listed before, found "office"'),
    ],
    ['no seeds', '[1, 2, 3]', '[]', at(17, 'expected seeds to be a list of at least 1 item, found []')],
    // Names that become folders.
    [
      'a path as experiment',
      'experiment: quick',
      'experiment: ../quick',
      at(
        1,
        'expected experiment to be a name of at most 64 characters of a-z, 0-9 and "-" that does not start with "-", found "../quick"',
      ),
    ],
    [
      'a long name',
      'experiment: quick',
      `experiment: ${'q'.repeat(65)}`,
      at(
        1,
        `expected experiment to be a name of at most 64 characters of a-z, 0-9 and "-" that does not start with "-", found "${'q'.repeat(56)}...`,
      ),
    ],
    [
      'an arm with two dots in a row',
      'ace-plain:',
      'ace..plain:',
      at(
        16,
        'expected each key of arms to be a name of at most 40 characters of a-z, 0-9 and "-" that does not start with "-", parts of it joined by ".", found "ace..plain"',
      ),
    ],
    [
      'an arm that would be taken for a replicate',
      'ace-plain:',
      'static.replicate:',
      at(
        16,
        'expected each key of arms to be a name that does not end in ".replicate", which stands for the replicate of an arm, found "static.replicate"',
      ),
    ],
    ['__proto__ as an arm', 'ace-plain:', '__proto__:', at(16, 'expected a key that can be a name, found "__proto__"')],
    [
      '__proto__ as an option',
      'tags: 9',
      '"__proto__": 9',
      at(8, 'expected a key that can be a name, found "__proto__"'),
    ],
  ])('%s', (_, from, to, message) => {
    expect(complaint(exampleWith(from, to))).toBe(message);
  });

  it('no arms and no suites', () => {
    const arms = example.slice(example.indexOf('arms:'), example.indexOf('seeds:'));
    expect(complaint(exampleWith(arms, 'arms: {}\n'))).toBe(
      at(9, 'expected arms to be a mapping with at least one arm, found {}'),
    );
    const suites = example.slice(example.indexOf('suites:'), example.indexOf('arms:'));
    expect(complaint(exampleWith(suites, 'suites: []\n'))).toBe(
      at(5, 'expected suites to be a list of at least 1 item, found []'),
    );
  });

  it.each<[string, string, RegExp]>([
    [
      'a broken line',
      'experiment: quick\nseeds: [1, 2\n',
      /^Cannot read configs\/x.yaml line \d: expected valid YAML, found this: .*\]/,
    ],
    [
      'wrong indentation',
      'a:\n  b: 1\n c: 2\n',
      /^Cannot read configs\/x.yaml line 3: expected valid YAML, found this: /,
    ],
    ['two documents', 'a: 1\n---\nb: 2\n', /^Cannot read configs\/x.yaml line \d: expected valid YAML/],
    [
      'a tag of somebody else',
      'a: !!js/function "x"\n',
      /^Cannot read configs\/x.yaml line 1: expected valid YAML, found this: Unresolved tag/,
    ],
    [
      'an alias of nothing',
      'a: *b\n',
      /^Cannot read configs\/x.yaml line 1: expected an anchor that is complete before its alias, found \*b$/,
    ],
    [
      'an alias inside its own anchor',
      'a: 1\nb: &b [{ c: *b }]\n',
      /^Cannot read configs\/x.yaml line 2: expected an anchor that is complete before its alias, found \*b$/,
    ],
    ['a list', '- a\n', /^Cannot read configs\/x.yaml line 1: expected the config to be a mapping, found \["a"\]$/],
    ['a word', 'quick', /^Cannot read configs\/x.yaml line 1: expected the config to be a mapping, found "quick"$/],
    ['nothing', '', /^Cannot read configs\/x.yaml line 1: expected the config to be a mapping, found nothing$/],
    ['thousands of levels', '['.repeat(20_000), /^Cannot read configs\/x.yaml line 1: expected /],
  ])('%s', (_, text, message) => {
    expect(complaint(text)).toMatch(message);
  });

  it('aliases that multiply, without building what they stand for', () => {
    const levels = Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]`);
    const bomb = ['a0: &a0 [x]', ...levels].join('\n');
    expect(complaint(bomb)).toBe(at(1, 'expected at most 100 aliased values, found more'));
  });

  it('what is wrong in a UserError of one line', () => {
    for (const text of ['a: [', 'x', 'seeds: [1]\nseeds: [2]']) {
      expect(() => read(text)).toThrow(UserError);
      expect(complaint(text)).not.toContain('\n');
    }
  });
});

describe('readConfig() tells all that is wrong', () => {
  const at = (line: number, sentence: string) => `Cannot read configs/x.yaml line ${line}: ${sentence}`;

  it('at once, in the order of lines', () => {
    const text = `${exampleWith('threshold: 0.85', 'threshold: 1.5').replace('tags: 9', 'tags: 1').replace('[1, 2, 3]', '[1, 1]')}`;
    expect(complaint(text.replace('ace-plain: { method: aced }', 'ace-plain: { method: acid }')).split('\n')).toEqual([
      at(8, 'expected suites.1.tags to be a number of at least 2, found 1'),
      at(15, 'expected arms.ace-lazy.refine.threshold to be a number of at most 1, found 1.5'),
      at(
        16,
        'expected arms.ace-plain.method to be one of static, aced, constructor, found "acid"; did you mean "aced"?',
      ),
      at(17, 'expected seeds.1 to be a seed that is not listed before, found 1'),
    ]);
  });

  it('with unknown keys among other faults, and without what only follows from them', () => {
    const text = exampleWith('budgetTokens: 3000', 'budget: 3000')
      .replace('mode: lazy', 'mod: lazy')
      .replace('0.85', '7');
    expect(complaint(text).split('\n')).toEqual([
      at(4, 'expected a known key of the config, found "budget"; did you mean "budgetTokens"?'),
      at(14, 'expected a known key of arms.ace-lazy.refine, found "mod"; did you mean "mode"?'),
      at(15, 'expected arms.ace-lazy.refine.threshold to be a number of at most 1, found 7'),
    ]);
  });

  it.each<[string, string, string]>([
    ['keys written twice', 'seeds: [1]\nb: 1\nseeds: [2]\nb: 2\n', 'found "seeds" again|found "b" again'],
    [
      'strangers in matrix, variants and replicate',
      `${example}matrix: { arms.acd.note: [x], suites.tagin.tags: [2] }\nvariants: [{ seeds: 1 }]\nreplicate: [statc]\n`,
      'found "acd"|found "tagin"|found seeds|found "statc"',
    ],
    [
      'values of a matrix',
      `${example}matrix: { arms.ace-lazy.refine.threshold: [0.5, 2, 3] }\n`,
      'of at most 1, found 2|of at most 1, found 3',
    ],
  ])('of %s', (_, text, found) => {
    const sentences = complaint(text).split('\n');
    const parts = found.split('|');
    expect(sentences.map((sentence, i) => sentence.includes(parts[i]!))).toEqual(parts.map(() => true));
  });

  it('of sets', () => {
    const sentences = complaint(example, 'arms.acd.note=x', 'seeds', 'suites.office.stepLimit=3').split('\n');
    expect(sentences).toEqual([
      expect.stringMatching(/^Cannot apply --set arms\.acd\.note=x: .*found "acd"/),
      expect.stringMatching(/^Cannot apply --set seeds: expected key=value/),
    ]);
    expect(complaint(example, 'budgetTokens=3000', 'seeds=[1, 2, 3]').split('\n')).toHaveLength(2);
  });
});

describe('readConfig() finds the place of a key', () => {
  it.each<[string, string, string, string]>([
    [
      'at the top that belongs to a method',
      'seeds:',
      'threshold: 0.8\nseeds:',
      'it belongs at arms.NAME.refine.threshold',
    ],
    ['at the top that belongs to a suite', 'seeds:', 'limits: {}\nseeds:', 'it belongs at suites.NAME.limits'],
    [
      'of an option within an arm',
      'method: aced }',
      'method: aced, mode: off }',
      'it belongs at arms.ace-plain.refine.mode',
    ],
    ['by another word for it', 'seeds:', 'epoch: 2\nseeds:', 'which all arms share: it belongs at protocol.epochs'],
    ['by another word, where it stands', 'batchSize: 8', 'batch: 8', 'did you mean "batchSize"?'],
    ['by its beginning', 'evictTo', 'grace: 2\nevictTo', 'did you mean "graceRounds"?'],
    ['that repeats arms', 'seeds:', 'aa: [static]\nseeds:', 'did you mean "replicate"?'],
    ['of another protocol', 'kind: offline', 'kind: online', 'found "batchSize"; known, nearest first: '],
  ])('%s', (_, from, to, hint) => {
    const text = `${example}evictTo: 0.5\n`;
    expect(complaint(text.replace(from, to))).toContain(hint);
  });
});

describe('readConfig() with dots in the names of arms', () => {
  const dotted = exampleWith('ace-plain:', 'ace-lazy.v2:');

  it('takes the longest arm that a path begins with, in sets and matrix', () => {
    const { config, cells } = read(
      `${dotted}matrix: { arms.ace-lazy.v2.refine.guards: [[], [numbers]] }\n`,
      'arms.ace-lazy.v2.refine.threshold=0.5',
      'arms.ace-lazy.refine.threshold=0.6',
      'seeds=1',
    );
    expect(config.arms).toMatchObject({
      'ace-lazy': { refine: { threshold: 0.6 } },
      'ace-lazy.v2': { refine: { threshold: 0.5 } },
    });
    expect(cells.filter(({ suite }) => suite.name === 'office').map(({ arm }) => arm)).toEqual([
      'static',
      'ace-lazy',
      'ace-lazy.v2',
      'ace-lazy.v2',
    ]);
    expect(read(`${dotted}matrix: { arms.*.refine.mode: [lazy, proactive] }\n`).cells).toHaveLength(2 * (1 + 2 + 1));
  });

  it('names the arm in errors', () => {
    expect(complaint(dotted, 'arms.ace-lazy.v2.refin.threshold=0.5')).toMatch(
      /expected a known key of arms\.ace-lazy\.v2, found "refin"/,
    );
    expect(complaint(dotted, 'arms.ace.v2.refine.threshold=0.5')).toMatch(
      /expected a known arm, found "ace"; did you mean "ace-lazy"\?/,
    );
  });

  it('refuses a name whose runs would be named like those of another arm', () => {
    const text = `${exampleWith('ace-plain:', 'ace-lazy.threshold-0.5:')}matrix: { arms.ace-lazy.refine.threshold: [0.5, 0.6] }\n`;
    expect(complaint(text)).toBe(
      'Cannot read configs/x.yaml line 16: expected arms whose runs can be told apart, found "ace-lazy" and "ace-lazy.threshold-0.5", both with runs named office.ace-lazy.threshold-0.5',
    );
  });
});

describe('readConfig() accepts', () => {
  it.each(shorthandEdits.map((edit) => [edit[1].trim(), ...edit] as const))('%s', (_, from, to, key, meaning) => {
    const text = exampleWith(from, to);
    expect(read(text).config).toMatchObject({ [key]: meaning });
  });

  it('shorthands in sets and in the matrix as in the file', () => {
    expect(read(example, 'embedder=hashed', 'embedder.dims=8').config.embedder).toEqual({ name: 'hashed', dims: 8 });
    const { config } = read(example, 'suites=[office]', 'suites.office.stepLimit=2', 'seeds=2', 'decoding.maxTokens=9');
    expect(config).toMatchObject({ suites: [{ name: 'office', stepLimit: 2 }], seeds: [1, 2] });
    expect(read(example, 'decoding.maxTokens=9', 'decoding.maxTokens.judge=7').config.decoding.maxTokens).toEqual({
      default: 9,
      judge: 7,
    });
    const { cells } = read(`${example}matrix: { embedder: [minilm, hashed], decoding.maxTokens: [7] }\n`);
    expect(cells.slice(0, 2).map(({ embedder, decoding }) => [embedder, decoding.maxTokens])).toEqual([
      [{ name: 'minilm' }, { default: 7 }],
      [{ name: 'hashed', dims: 256 }, { default: 7 }],
    ]);
  });

  it('a list of arms, with errors at the line of the item', () => {
    const arms = example.slice(example.indexOf('arms:'), example.indexOf('seeds:'));
    expect(complaint(exampleWith(arms, 'arms:\n  - static\n  - aced2\n'))).toMatch(
      /^Cannot read configs\/x.yaml line 11: expected arms\.aced2\.method to be one of/,
    );
    expect(complaint(exampleWith(arms, 'arms: [static, static]\n'))).toMatch(/line 9: expected arms to be a mapping/);
  });

  it('keys of its own choice where a part has a table, and any key where a part says so', () => {
    const model = '{ provider: remote, model: m, prices: { gpt-4.1: 2 }, extra: { anything: 1 } }';
    expect(read(exampleWith('{ provider: simulated }', model)).config.model).toMatchObject({
      prices: { 'gpt-4.1': 2 },
      extra: { anything: 1 },
    });
  });
});
