import { z } from 'zod';
import { canonicalJson, type Json } from '../core/json.ts';
import { type Decoding, type Role, roles } from '../core/llm.ts';
import { replicatedArm, replicateName } from '../core/replicate.ts';
import { evictPolicies, feedbackLevels, type EvictPolicy, type Protocol } from '../core/spec.ts';
import { splitNames } from '../core/task.ts';
import type { PartShape, PartShapes } from './part-shapes.ts';
import { maxSeeds, shorthands } from './shorthand.ts';

type Options = { readonly [option: string]: Json };

/** A config with its shorthands in full and its defaults applied: what an experiment's manifests say was asked for. */
export type Config = {
  readonly experiment: string;
  readonly model: Options & { readonly provider: string };
  readonly embedder: Options & { readonly name: string };
  readonly budgetTokens: number;
  readonly evict: EvictPolicy;
  readonly evictTo: number;
  readonly graceRounds: number;
  readonly suites: readonly (Options & { readonly name: string })[];
  readonly arms: { readonly [arm: string]: Options & { readonly method: string } };
  readonly seeds: readonly number[];
  readonly dataSeeds: readonly number[];
  readonly decoding: Omit<Decoding, 'seed'>;
  readonly protocol: Protocol;
  readonly timeouts: Timeouts;
  readonly maxFailedShare: number;
  readonly matrix: { readonly [path: string]: readonly Json[] };
  readonly variants: readonly Variant[];
  readonly replicate: readonly string[];
};

/** Seconds after which something that has not come is not waited for any more. Of no effect on records but where it strikes. */
export type Timeouts = { readonly call: number; readonly part: number };

/** Values by the full paths of their keys, such as `model.dilution` -> 0.1. */
export type Variant = { readonly [path: string]: Json };

const roleNotes: { readonly [role in Role]: string } = {
  generator: 'attempts tasks',
  reflector: 'states lessons',
  curator: 'turns lessons into changes of a playbook',
  rewriter: 'writes a whole context anew',
  merger: 'merges texts of duplicates',
  judge: 'grades for a suite',
  user: 'plays the user of a suite',
};

const maxTokens = z
  .strictObject({
    default: z.int().min(1).default(1024).describe('Tokens of a reply, for each role that is not listed'),
    ...Object.fromEntries(
      roles.map((role) => [
        role,
        z.int().min(1).optional().describe(`Tokens of a reply of the ${role}, which ${roleNotes[role]}`),
      ]),
    ),
  })
  .register(shorthands, { short: { type: 'integer', minimum: 1 } });

const decoding = {
  temperature: z.number().min(0).max(2).nullable().default(0).describe('Sampling temperature; null sends none'),
  maxTokens: maxTokens.prefault({}).describe('Largest number of tokens of a reply: a number, or a mapping by role'),
};

const feedback = z
  .enum(feedbackLevels)
  .default('gold')
  .describe('What methods are told of an outcome; each level includes those before it');

const offline = {
  kind: z.literal('offline').describe('Train, probe val, then test with the final and with the best-on-val context'),
  epochs: z.int().min(1).max(1000).default(1).describe('Times that all train tasks are attempted and learnt from'),
  batchSize: z.int().min(1).default(1).describe('Tasks per round; 1 is the setting of the ACE paper'),
  probeEvery: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe('Rounds between probes of val, of which there is at least one per epoch; null for about eight per epoch'),
  feedback,
  probeRefines: z
    .boolean()
    .optional()
    .describe('Attempt val just before and just after each lazy refine too (default: false)'),
};

const online = {
  kind: z.literal('online').describe('Attempt the test tasks window by window, each before it is learnt from'),
  window: z
    .int()
    .min(1)
    .default(1)
    .describe('Tasks that are attempted before they are learnt from; 1 is the setting of the ACE paper'),
  feedback,
};

const protocolKinds = [offline, online];

const longestTimeout = 1_000_000;
const seconds = (about: string, usual: number) =>
  z.number().gt(0).max(longestTimeout).default(usual).describe(`Seconds that ${about}`);

const seedsExpected = `a list of seeds or a count of 1 to ${maxSeeds}`;
const seedCount = { type: 'integer', minimum: 1, maximum: maxSeeds } as const;

function seedList() {
  return z
    .array(z.int(), { error: ({ input }) => (typeof input === 'number' ? seedsExpected : undefined) })
    .min(1)
    .max(maxSeeds)
    .superRefine(refuseRepeats([], 'a seed that is not listed before'));
}

const experimentWide = {
  budgetTokens: z.int().min(1).max(100_000_000).describe('Tokens that a rendered context may have'),
  evict: z
    .enum(evictPolicies)
    .default('lowest-utility')
    .describe('What goes once a context exceeds the budget; off records by how much it exceeds'),
  evictTo: z.number().min(0).max(1).default(0.8).describe('Share of the budget down to which eviction goes'),
  graceRounds: z.int().min(0).default(1).describe('Rounds after its addition in which a bullet is evicted last'),
  seeds: seedList()
    .register(shorthands, { short: seedCount })
    .describe('One run per seed, data set and cell: a list, or a count n for the seeds 1 to n'),
  dataSeeds: seedList()
    .default([1])
    .register(shorthands, { short: seedCount })
    .describe(
      'Data sets that every cell runs on, each with every seed: what fixes the tasks of generated suites and of own splits; a list, or a count n for 1 to n',
    ),
  decoding: z.strictObject(decoding).prefault({}).describe('What is sent to the model with every request'),
  protocol: z
    .discriminatedUnion('kind', [z.strictObject(offline), z.strictObject(online)])
    .register(shorthands, { short: { enum: protocolKinds.map(({ kind }) => kind.value) } })
    .describe('How experience and evaluation alternate'),
  timeouts: z
    .strictObject({
      call: seconds('one call of a model or an embedder may take', 600),
      part: seconds('a suite or a method may be busy between two calls', 600),
    })
    .prefault({})
    .describe('When something that does not come is no longer waited for'),
  maxFailedShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe(
      'Share of attempts, calls of a role or adaptations that may fail; above it an arm gets no verdict, exit code 1',
    ),
};

/** Where each key stands that all arms of an experiment share: `batchSize` -> `protocol.batchSize`. */
export const sharedKeys: ReadonlyMap<string, string> = new Map([
  ...['model', 'embedder', ...Object.keys(experimentWide)].map((key): [string, string] => [key, key]),
  ...Object.keys(decoding).map((key): [string, string] => [key, `decoding.${key}`]),
  ...protocolKinds
    .flatMap((kind) => Object.keys(kind))
    .filter((key) => key !== 'kind')
    .map((key): [string, string] => [key, `protocol.${key}`]),
]);

/** The validator of a whole config for the parts that a registry knows. */
export function configSchema(shapes: PartShapes): z.ZodType<Config> {
  const limits = z
    .strictObject(
      Object.fromEntries(
        splitNames.map((split) => [
          split,
          z.int().min(1).optional().describe(`How many tasks of ${split} to use, from its start`),
        ]),
      ),
    )
    .describe('How many tasks of a split to use, from its start');
  const schema = z.strictObject({
    experiment: name(64).describe('Names the folder of results'),
    model: onePart('provider', shapes.providers).describe('The model that all roles ask: a provider with its options'),
    embedder: onePart('name', shapes.embedders).describe('What turns texts into vectors for refine'),
    ...experimentWide,
    suites: z
      .array(onePart('name', shapes.suites, { limits: limits.optional() }))
      .min(1)
      .superRefine(refuseRepeats(['name'], 'a suite that is not listed before'))
      .register(shorthands, { short: nameOf(shapes.suites) })
      .describe('The suites that every arm runs on'),
    arms: z
      .record(armName, onePart('method', shapes.methods))
      .refine((arms) => Object.keys(arms).length > 0, 'a mapping with at least one arm')
      .meta({ minProperties: 1 })
      .register(shorthands, {
        short: { type: 'array', items: nameOf(shapes.methods), minItems: 1, uniqueItems: true },
      })
      .describe('What is compared: methods with their options, each under a name of its own'),
    matrix: z
      .record(z.string(), z.array(z.json()).min(1).superRefine(refuseRepeats([], 'a value that is not listed before')))
      .default({})
      .describe('Full paths of keys, each with the values to try; cells are their product'),
    variants: z
      .array(
        z
          .record(z.string(), z.json())
          .refine((variant) => Object.keys(variant).length > 0, 'a mapping with at least one path'),
      )
      .superRefine(refuseRepeats([], 'a variant that is not listed before'))
      .default([])
      .describe('Mappings of full paths to values, each tried beside the config as it is: one thing varied at a time'),
    replicate: z
      .array(z.string())
      .superRefine(refuseRepeats([], 'an arm that is not listed before'))
      .default([])
      .describe(
        'Arms that run a second time under other replies: their difference from themselves shows what noise looks like',
      ),
  });
  return schema as unknown as z.ZodType<Config>;
}

/** The options of one part, as a union discriminated by the key that holds the part's name. */
function onePart(key: string, shapes: { readonly [name: string]: PartShape }, common: z.ZodRawShape = {}): z.ZodType {
  const options = Object.entries(shapes).map(([part, { about, options }]) => {
    const reserved = [key, ...Object.keys(common)].find((taken) => Object.hasOwn(options.shape, taken));
    if (reserved !== undefined)
      throw new Error(
        `Cannot read options of ${part}: expected no option "${reserved}", which the config itself reads`,
      );
    // safeExtend keeps checks between options, which a new object made of `options.shape` would lose.
    return options
      .safeExtend({ ...common, [key]: z.literal(part).describe(about) })
      .meta({ title: part, description: about });
  });
  return z
    .discriminatedUnion(key, options as unknown as [z.ZodObject, ...z.ZodObject[]])
    .register(shorthands, { short: nameOf(shapes) });
}

/** A part by its name alone, with its default options. */
function nameOf(shapes: { readonly [name: string]: PartShape }): { readonly enum: string[] } {
  return { enum: Object.keys(shapes) };
}

/** Dots stand inside, single: a run's folder is named after the arm. */
const armName = z
  .string()
  .regex(
    /^(?=.{1,40}$)[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)*$/,
    'a name of at most 40 characters of a-z, 0-9 and "-" that does not start with "-", parts of it joined by "."',
  )
  .refine(
    (arm) => replicatedArm(arm) === null,
    `a name that does not end in "${replicateName('')}", which stands for the replicate of an arm`,
  );

/** Names become folders and parts of run ids. */
function name(atMost: number): z.ZodString {
  return z
    .string()
    .regex(
      new RegExp(`^[a-z0-9][a-z0-9-]{0,${atMost - 1}}$`),
      `a name of at most ${atMost} characters of a-z, 0-9 and "-" that does not start with "-"`,
    );
}

function refuseRepeats(keyPath: readonly string[], expected: string) {
  return (items: readonly unknown[], context: z.RefinementCtx<unknown>): void => {
    const keys = items.map((item) =>
      canonicalJson(keyPath.reduce((value, key) => (value as Options)[key]!, item as Json)),
    );
    const seen = new Set<string>();
    const at = keys.findIndex((key) => seen.size === seen.add(key).size);
    if (at >= 0) context.addIssue({ code: 'custom', path: [at, ...keyPath], message: expected });
  };
}
