import { z } from 'zod';
import { canonicalJson, type Json } from '../core/json.ts';
import { evictPolicies, feedbackLevels, type EvictPolicy, type Protocol } from '../core/spec.ts';
import { splitNames } from '../core/task.ts';
import type { PartShape, PartShapes } from './part-shapes.ts';

type Options = { readonly [option: string]: Json };

/** A config with its defaults applied: what an experiment's manifests say was asked for. */
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
  readonly dataSeed: number;
  readonly decoding: { readonly temperature: number; readonly maxTokens: number };
  readonly protocol: Protocol;
  readonly matrix: { readonly [path: string]: readonly Json[] };
  readonly variants: readonly Variant[];
  readonly replicate: readonly string[];
};

/** Values by the full paths of their keys, such as `model.dilution` -> 0.1. */
export type Variant = { readonly [path: string]: Json };

const decoding = {
  temperature: z.number().min(0).max(2).default(0),
  maxTokens: z.int().min(1).default(1024),
};

const offline = {
  kind: z.literal('offline').describe('Train, probe val, then test with the final and with the best-on-val context'),
  epochs: z.int().min(1).default(1),
  batchSize: z.int().min(1).default(1).describe('Tasks per round; 1 is the setting of the ACE paper'),
  probeEvery: z.int().min(1).default(1).describe('Rounds between probes of val; there is at least one per epoch'),
  feedback: z.enum(feedbackLevels).describe('What methods are told of an outcome; each level includes those before it'),
  probeRefines: z
    .boolean()
    .optional()
    .describe('Attempt val just before and just after each lazy refine too (default: false)'),
};

const experimentWide = {
  budgetTokens: z.int().min(1).describe('Tokens that a rendered context may have'),
  evict: z
    .enum(evictPolicies)
    .default('lowest-utility')
    .describe('What goes once a context exceeds the budget; off records by how much it exceeds'),
  evictTo: z.number().min(0).max(1).default(0.8).describe('Share of the budget down to which eviction goes'),
  graceRounds: z.int().min(0).default(1).describe('Rounds after its addition in which a bullet is evicted last'),
  seeds: z.array(z.int()).min(1).superRefine(refuseRepeats([], 'a seed that is not listed before')),
  dataSeed: z.int().default(1).describe('Fixes the tasks of generated suites'),
  decoding: z.strictObject(decoding).prefault({}),
  protocol: z.strictObject(offline),
};

/** Where each key stands that all arms of an experiment share: `batchSize` -> `protocol.batchSize`. */
export const sharedKeys: ReadonlyMap<string, string> = new Map([
  ...['model', 'embedder', ...Object.keys(experimentWide)].map((key): [string, string] => [key, key]),
  ...Object.keys(decoding).map((key): [string, string] => [key, `decoding.${key}`]),
  ...Object.keys(offline)
    .filter((key) => key !== 'kind')
    .map((key): [string, string] => [key, `protocol.${key}`]),
]);

/** The validator of a whole config for the parts that a registry knows. */
export function configSchema(shapes: PartShapes): z.ZodType<Config> {
  const limit = z.int().min(1).optional();
  const limits = z
    .strictObject(Object.fromEntries(splitNames.map((split) => [split, limit])))
    .describe('How many tasks of a split to use, from its start');
  const schema = z.strictObject({
    experiment: name(64).describe('Names the folder of results'),
    model: onePart('provider', shapes.providers),
    embedder: onePart('name', shapes.embedders),
    ...experimentWide,
    suites: z
      .array(onePart('name', shapes.suites, { limits: limits.optional() }))
      .min(1)
      .superRefine(refuseRepeats(['name'], 'a suite that is not listed before')),
    arms: z
      .record(name(40), onePart('method', shapes.methods))
      .refine((arms) => Object.keys(arms).length > 0, 'a mapping with at least one arm')
      .meta({ minProperties: 1 }),
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
    return options.safeExtend({ ...common, [key]: z.literal(part) }).meta({ title: part, description: about });
  });
  return z.discriminatedUnion(key, options as unknown as [z.ZodObject, ...z.ZodObject[]]);
}

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
    const at = keys.findIndex((key, i) => keys.indexOf(key) < i);
    if (at >= 0) context.addIssue({ code: 'custom', path: [at, ...keyPath], message: expected });
  };
}
