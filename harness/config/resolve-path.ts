import { UserError } from '../core/failure.ts';
import { didYouMeanOrKnown } from './nearest.ts';
import { isMapping, valueAt, type Path } from './path.ts';

/**
 * A dotted path as a path into what is written. A suite goes by name or position, all behind `matrix.` is one key, and the arm or suite
 * must be written: neither can be added by naming it. Names may hold dots: the longest one that fits is meant. Throws UserError, opened by `where`.
 */
export function resolvePath(dotted: string, written: unknown, where: string): Path {
  const segments = dotted.split('.');
  if (segments.some((segment) => segment === '' || segment === '__proto__'))
    throw new UserError(`${where}: expected keys joined by dots, found "${dotted}"`);
  const [head, ...rest] = segments;
  if (rest.length === 0) return segments;
  switch (head) {
    case 'matrix':
      return ['matrix', rest.join('.')];
    case 'arms': {
      const arms = valueAt(written, ['arms']);
      const { owner, keys } = ownerOf(rest, isMapping(arms) ? Object.keys(arms) : [], 'arm', where);
      return ['arms', owner, ...keys];
    }
    case 'suites': {
      const suites = valueAt(written, ['suites']);
      const names = Array.isArray(suites) ? suites.map((suite) => String(valueAt(suite, ['name']))) : [];
      const isPosition = /^\d+$/.test(rest[0]!) && Number(rest[0]) < names.length;
      if (isPosition) return ['suites', Number(rest[0]), ...rest.slice(1)];
      const { owner, keys } = ownerOf(rest, names, 'suite', where);
      return ['suites', names.indexOf(owner), ...keys];
    }
    default:
      return segments;
  }
}

type Owned = { readonly owner: string; readonly keys: readonly string[] };

/** The arm or suite that a path begins with, and the keys behind it. */
function ownerOf(segments: readonly string[], names: readonly string[], kind: 'arm' | 'suite', where: string): Owned {
  for (let length = segments.length; length > 0; length--) {
    const owner = segments.slice(0, length).join('.');
    if (names.includes(owner)) return { owner, keys: segments.slice(length) };
  }
  const [first] = segments;
  throw new UserError(`${where}: expected a known ${kind}, found "${first}"${didYouMeanOrKnown(first!, names)}`);
}
