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

// Array.isArray() does not narrow to a readonly list.
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
