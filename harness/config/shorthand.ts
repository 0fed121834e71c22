import { z } from 'zod';
import { isMapping, valueAt } from './path.ts';

// A config may say less than all: `model: simulated`, `suites: [tagging]`, `arms: [static, append]`, `protocol: online`, `seeds: 5`,
// `decoding: { maxTokens: 512 }`. Each is turned into its full form before anything else reads it.

/** JSON Schemas of the shorter forms that a value may be written in, by the schema of its full form. */
export const shorthands = z.registry<{ readonly short: z.core.JSONSchema.BaseSchema }>();

/** A count of seeds beyond which it is a slip rather than an experiment. */
export const maxSeeds = 1000;

/**
 * What is written, with every shorthand in its full form. Whatever is none stays as it is, for the validator to judge; full forms come back
 * equal. A value's path in the full form leads to the nearest line above it that is written.
 */
export function withoutShorthands(written: unknown): unknown {
  if (!isMapping(written)) return written;
  return Object.entries(written).reduce<unknown>((config, [key, value]) => {
    const full = fullForm(key, value);
    return full === value ? config : { ...(config as object), [key]: full };
  }, written);
}

function fullForm(key: string, value: unknown): unknown {
  switch (key) {
    case 'model':
      return named('provider', value);
    case 'embedder':
      return named('name', value);
    case 'protocol':
      return named('kind', value);
    case 'suites':
      return typeof value === 'string' ? [named('name', value)] : eachNamed('name', value);
    case 'arms':
      return armsOf(value);
    case 'seeds':
    case 'dataSeeds':
      return isCount(value) ? Array.from({ length: value }, (_, index) => index + 1) : value;
    case 'decoding': {
      const limit = valueAt(value, ['maxTokens']);
      return typeof limit === 'number' ? { ...(value as object), maxTokens: { default: limit } } : value;
    }
    default:
      return value;
  }
}

function named(key: string, value: unknown): unknown {
  return typeof value === 'string' ? { [key]: value } : value;
}

function eachNamed(key: string, value: unknown): unknown {
  return Array.isArray(value) && value.some(isText) ? value.map((item) => named(key, item)) : value;
}

/** Arms by the names of their methods: as the items of a list, if none is there twice, or as the value of an arm. */
function armsOf(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length > 0 && value.every(isText) && new Set(value).size === value.length
      ? Object.fromEntries(value.map((method) => [method, { method }]))
      : value;
  if (!isMapping(value) || !Object.values(value).some(isText)) return value;
  return Object.fromEntries(Object.entries(value).map(([arm, method]) => [arm, named('method', method)]));
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxSeeds;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
