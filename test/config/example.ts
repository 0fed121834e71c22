import { z } from 'zod';
import type { PartShapes } from '../../harness/config/part-shapes.ts';
import { readConfig, type Experiment } from '../../harness/config/read-config.ts';

const share = z.number().min(0).max(1);

/** Parts of these tests' own. `aced` is left non-strict on purpose: shapes need not say that they are closed. */
export const shapes: PartShapes = {
  suites: {
    tagging: { about: 'tags of numbers', options: z.object({ tags: z.int().min(2).default(12) }) },
    office: { about: 'a place of work', options: z.strictObject({ stepLimit: z.int().min(1).default(8) }) },
  },
  methods: {
    static: { about: 'base instructions', options: z.strictObject({}) },
    aced: {
      about: 'grows and refines',
      options: z.object({
        refine: z
          .object({
            mode: z.enum(['proactive', 'lazy', 'off']).default('off'),
            threshold: share.default(0.85),
            guards: z.array(z.enum(['numbers', 'negation'])).default([]),
          })
          .refine(({ mode, threshold }) => mode !== 'off' || threshold < 1, 'of another mode than off at threshold 1')
          .prefault({}),
        lessons: z.union([z.literal('all'), z.object({ atMost: z.int().min(1) })]).default('all'),
        note: z.string().min(2).optional(),
      }),
    },
    constructor: { about: 'a name that every object seems to have', options: z.strictObject({}) },
  },
  providers: {
    simulated: { about: 'in process', options: z.strictObject({ replyNoise: share.default(0) }) },
    remote: {
      about: 'an endpoint',
      options: z.strictObject({
        model: z.string(),
        apiKeyEnv: z.string().default('KEY'),
        prices: z.record(z.string(), z.number()).default({}),
        extra: z.looseObject({}).optional(),
      }),
    },
  },
  embedders: {
    minilm: { about: 'sentences', options: z.strictObject({}) },
    hashed: { about: 'words', options: z.strictObject({ dims: z.int().min(1).default(256) }) },
  },
};

/** Line 1 is `experiment`, so each test can name its line. */
export const example = `experiment: quick
model: { provider: simulated }
embedder: { name: minilm }
budgetTokens: 3000
suites:
  - name: office
    limits: { train: 48, val: 30 }
  - { name: tagging, tags: 9 }
arms:
  static: { method: static }
  ace-lazy:
    method: aced
    refine:
      mode: lazy
      threshold: 0.85
  ace-plain: { method: aced }
seeds: [1, 2, 3]
protocol: { kind: offline, batchSize: 8, feedback: gold }
`;

export function read(text: string, ...sets: readonly string[]): Experiment {
  return readConfig({ path: 'configs/x.yaml', text, sets, shapes });
}

/** The example with one of its texts replaced. Throws where the text is not there, so a test cannot pass by not changing anything. */
export function exampleWith(from: string, to: string): string {
  if (!example.includes(from)) throw new Error(`Cannot change the example: expected it to contain ${from}`);
  return example.replace(from, to);
}

/** The message of the UserError that reading throws. */
export function complaint(text: string, ...sets: readonly string[]): string {
  try {
    read(text, ...sets);
  } catch (error) {
    if (error instanceof Error && error.name === 'UserError') return error.message;
    throw error;
  }
  throw new Error('Cannot get a complaint: expected the config to be refused, found it accepted');
}

const suiteList = example.slice(example.indexOf('suites:'), example.indexOf('arms:'));
const armList = example.slice(example.indexOf('arms:'), example.indexOf('seeds:'));

/** Edits of the example to each shorthand, and what the edited key means in full. */
export const shorthandEdits: readonly (readonly [from: string, to: string, key: string, meaning: unknown])[] = [
  ['model: { provider: simulated }', 'model: simulated', 'model', { provider: 'simulated', replyNoise: 0 }],
  ['embedder: { name: minilm }', 'embedder: hashed', 'embedder', { name: 'hashed', dims: 256 }],
  [suiteList, 'suites: tagging\n', 'suites', [{ name: 'tagging', tags: 12 }]],
  [suiteList, 'suites: [tagging]\n', 'suites', [{ name: 'tagging', tags: 12 }]],
  [
    suiteList,
    'suites:\n  - tagging\n  - { name: office, stepLimit: 3 }\n',
    'suites',
    [
      { name: 'tagging', tags: 12 },
      { name: 'office', stepLimit: 3 },
    ],
  ],
  [armList, 'arms: { base: static }\n', 'arms', { base: { method: 'static' } }],
  [
    armList,
    'arms: [static, constructor]\n',
    'arms',
    { static: { method: 'static' }, constructor: { method: 'constructor' } },
  ],
  ['seeds: [1, 2, 3]', 'seeds: 5', 'seeds', [1, 2, 3, 4, 5]],
  [
    'protocol: { kind: offline, batchSize: 8, feedback: gold }',
    'protocol: offline',
    'protocol',
    { kind: 'offline', epochs: 1, batchSize: 1, probeEvery: null, feedback: 'gold' },
  ],
  [
    'protocol: { kind: offline, batchSize: 8, feedback: gold }',
    'protocol: online',
    'protocol',
    { kind: 'online', window: 1, feedback: 'gold' },
  ],
  [
    'protocol: { kind: offline, batchSize: 8, feedback: gold }',
    'protocol: { kind: online, window: 4, feedback: checks }',
    'protocol',
    { kind: 'online', window: 4, feedback: 'checks' },
  ],
  ['seeds:', 'decoding: { maxTokens: 64 }\nseeds:', 'decoding', { temperature: 0, maxTokens: { default: 64 } }],
  [
    'seeds:',
    'decoding: { temperature: null, maxTokens: { generator: 64 } }\nseeds:',
    'decoding',
    { temperature: null, maxTokens: { default: 1024, generator: 64 } },
  ],
];
