import type { Json } from '../core/json.ts';

/** The value at a path of a config, undefined where the path leads nowhere. */
export function configValue(config: Json, ...path: readonly string[]): Json | undefined {
  let found: Json | undefined = config;
  for (const key of path) {
    if (found === undefined || found === null || typeof found !== 'object' || Array.isArray(found)) return undefined;
    found = (found as { readonly [key: string]: Json })[key];
  }
  return found;
}

/** The leaves of a config value as texts, nested keys joined by dots: `['kind', 'offline']`, `['retry.attempts', '3']`. */
export function configLeaves(value: Json | undefined, path = ''): readonly (readonly [path: string, value: string])[] {
  if (value === undefined) return [];
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return [[path, typeof value === 'string' ? value : JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, inner]) => configLeaves(inner, path === '' ? key : `${path}.${key}`));
}
