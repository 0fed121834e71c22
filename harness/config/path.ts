import { UserError } from '../core/failure.ts';

/** Keys and list positions from the config's root down to a value: `['suites', 0, 'limits', 'train']`. */
export type Path = readonly (string | number)[];
export type Mapping = { readonly [key: string]: unknown };

/** True for what YAML calls a mapping. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A path as users write it, `arms.ace-lazy.refine`; the root is "the config". */
export function showPath(path: Path): string {
  return path.length === 0 ? 'the config' : path.join('.');
}

/** True if `path` is `start` or lies below it. */
export function startsWith(path: Path, start: Path): boolean {
  return start.every((segment, i) => i < path.length && String(segment) === String(path[i]));
}

/** True if both lead to one place. */
export function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && startsWith(a, b);
}

/** What is written at a path; undefined if nothing is. Only own keys count, so `constructor` is no key of every mapping. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const segment of path) {
    if (Array.isArray(value)) value = value[Number(segment)];
    else if (isMapping(value)) value = Object.hasOwn(value, segment) ? value[segment] : undefined;
    else return undefined;
  }
  return value;
}

/** A copy of `root` with `leaf` at a path; mappings that are missing on the way are made. Throws UserError, opened by `where`. */
export function putAt(root: unknown, path: Path, leaf: unknown, where: string, walked: Path = []): unknown {
  const [segment, ...rest] = path;
  if (segment === undefined) return leaf;
  const here = [...walked, segment];
  if (Array.isArray(root)) {
    if (!/^\d+$/.test(String(segment)) || Number(segment) >= root.length)
      throw new UserError(
        `${where}: expected a position below ${root.length} in ${showPath(walked)}, found "${segment}"`,
      );
    return root.with(Number(segment), putAt(root[Number(segment)], rest, leaf, where, here));
  }
  if (isMapping(root) || root === undefined || root === null) {
    const inner = valueAt(root, [segment]);
    return { ...root, [segment]: putAt(inner, rest, leaf, where, here) };
  }
  throw new UserError(
    `${where}: expected ${showPath(walked)} to be a mapping with a key "${segment}", found ${JSON.stringify(root)}`,
  );
}
