import type { z } from 'zod';
import { isMapping, type Path } from './path.ts';

export type UnknownKey = { readonly path: Path; readonly key: string; readonly known: readonly string[] };
type Schema = z.core.$ZodType;

/**
 * The first key, in written order, that the schema does not list, at any depth; null if there is none. Stands before validation because a
 * misspelt key explains the missing one, and because plain `z.object` would drop it in silence.
 */
export function findUnknownKey(schema: Schema, value: unknown, path: Path = []): UnknownKey | null {
  const bare = unwrap(schema);
  const def = (bare as z.core.$ZodTypes)._zod.def;
  if (Array.isArray(value)) {
    if (def.type !== 'array') return null;
    return firstOf(value.entries(), (i) => findUnknownKey(def.element, value[i], [...path, i]));
  }
  if (!isMapping(value)) return null;
  if (def.type === 'record')
    return firstOf(Object.entries(value), (key) => findUnknownKey(def.valueType, value[key], [...path, key]));
  const objects = objectsOf(bare, value);
  if (objects.length === 0 || objects.some(isOpen)) return null;
  const known = [...new Set(objects.flatMap((object) => Object.keys(object._zod.def.shape)))];
  return firstOf(Object.entries(value), (key) => {
    if (!known.includes(key)) return { path, key, known };
    const inner = objects.length === 1 ? objects[0]!._zod.def.shape[key] : undefined;
    return inner ? findUnknownKey(inner, value[key], [...path, key]) : null;
  });
}

function firstOf<K>(entries: Iterable<readonly [K, unknown]>, look: (key: K) => UnknownKey | null): UnknownKey | null {
  for (const [key] of entries) {
    const found = look(key);
    if (found) return found;
  }
  return null;
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
