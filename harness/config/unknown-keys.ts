import type { z } from 'zod';
import { isMapping, type Path } from './path.ts';
import { meaningsOf } from './tried-words.ts';

export type UnknownKey = {
  /** Of the mapping that holds the key. */
  readonly path: Path;
  readonly key: string;
  /** The keys that the mapping may have. */
  readonly known: readonly string[];
  /** Where below the mapping the word, or what people mean by it, is a key: as paths from it. */
  readonly below: readonly Path[];
};
type Schema = z.core.$ZodType;

/**
 * The keys that the schema does not list, in written order, at any depth. Stands before validation because a misspelt key explains the
 * missing one, and because plain `z.object` would drop it in silence.
 */
export function unknownKeys(schema: Schema, value: unknown, path: Path = []): readonly UnknownKey[] {
  const bare = unwrap(schema);
  const def = (bare as z.core.$ZodTypes)._zod.def;
  if (Array.isArray(value)) {
    if (def.type !== 'array') return [];
    return value.flatMap((item, i) => unknownKeys(def.element, item, [...path, i]));
  }
  if (!isMapping(value)) return [];
  if (def.type === 'record')
    return Object.entries(value).flatMap(([key, item]) => unknownKeys(def.valueType, item, [...path, key]));
  const objects = objectsOf(bare, value);
  if (objects.length === 0 || objects.some(isOpen)) return [];
  const known = [...new Set(objects.flatMap((object) => Object.keys(object._zod.def.shape)))];
  return Object.entries(value).flatMap(([key, item]) => {
    if (!known.includes(key)) return [{ path, key, known, below: belowOf(key, objects) }];
    const inner = objects.length === 1 ? objects[0]!._zod.def.shape[key] : undefined;
    return inner ? unknownKeys(inner, item, [...path, key]) : [];
  });
}

function belowOf(key: string, objects: readonly Schema[]): readonly Path[] {
  return [key, ...meaningsOf(key)].flatMap((word) => objects.flatMap((object) => pathsTo(word, object)));
}

/** Where a key stands in a schema, each place once: as paths, with `NAME` for the keys of a table and the items of a list. */
export function pathsTo(key: string, schema: Schema): readonly Path[] {
  const bare = unwrap(schema);
  const def = (bare as z.core.$ZodTypes)._zod.def;
  const within = (segment: string, inner: Schema) => pathsTo(key, inner).map((path) => [segment, ...path]);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, inner]) => (name === key ? [[name]] : within(name, inner)));
    case 'record':
      return within('NAME', def.valueType);
    case 'array':
      return within('NAME', def.element);
    case 'union': {
      const paths = def.options.flatMap((option) => pathsTo(key, option));
      return [...new Map(paths.map((path) => [path.join('.'), path])).values()];
    }
    default:
      return [];
  }
}

/** The object schemas a mapping may be meant for: of a discriminated union only the one it names. */
function objectsOf(schema: Schema, value: { readonly [key: string]: unknown }): readonly z.core.$ZodObject[] {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  if (def.type === 'object') return [schema as z.core.$ZodObject];
  if (def.type !== 'union') return [];
  const { discriminator } = def as z.core.$ZodDiscriminatedUnionDef;
  return def.options
    .map(unwrap)
    .filter((option) => {
      if (discriminator === undefined) return true;
      return option._zod.propValues?.[discriminator]?.has(value[discriminator] as z.core.util.Primitive) ?? false;
    })
    .flatMap((option) => objectsOf(option, value));
}

function isOpen(object: z.core.$ZodObject): boolean {
  const { catchall } = object._zod.def;
  return catchall !== undefined && (catchall as z.core.$ZodTypes)._zod.def.type !== 'never';
}

/** The schema inside defaults, optionals and the like; of a pipe, what reads the written value. */
function unwrap(schema: Schema): Schema {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  if ('innerType' in def) return unwrap(def.innerType);
  return def.type === 'pipe' ? unwrap(def.in) : schema;
}
