/** Any value that survives `JSON.parse(JSON.stringify(value))` unchanged. Recorded data is checked assignable to it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** JSON text with object keys in code-unit order, so that equal values give equal bytes. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`;
}

/** True for values with equal canonical JSON. What both share, as versions of one value mostly do, is not gone into. */
export function equalJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (isList(a) || isList(b))
    return isList(a) && isList(b) && a.length === b.length && a.every((inner, index) => equalJson(inner, b[index]!));
  const keys = definedKeys(a);
  return (
    keys.length === definedKeys(b).length && keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key]!, b[key]!))
  );
}

function definedKeys(value: { readonly [key: string]: Json }): readonly string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined);
}

// Array.isArray() does not narrow to a readonly list.
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
