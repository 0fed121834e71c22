import { UserError } from '../core/failure.ts';
import { isMapping, showPath, type Path } from './path.ts';

/**
 * A copy of a value that a program gave, as if YAML had been read: mappings, lists, texts, numbers, true, false and null; members that are
 * undefined are left out. Throws UserError, opened by `where`, for anything else, such as a function, a date or a circle.
 */
export function plainValue(value: unknown, where: (path: Path) => string): unknown {
  return copyOf(value, [], []);

  function copyOf(inner: unknown, path: Path, above: readonly unknown[]): unknown {
    if (above.includes(inner)) throw fault(path, 'a circle');
    const within = [...above, inner];
    if (Array.isArray(inner)) return inner.map((item, index) => copyOf(item, [...path, index], within));
    if (isMapping(inner)) {
      const kind = Object.prototype.toString.call(inner).slice('[object '.length, -1);
      if (kind !== 'Object') throw fault(path, `a value of type ${kind}`);
      const members = Object.entries(inner).filter(([, member]) => member !== undefined);
      return Object.fromEntries(members.map(([key, member]) => [key, copyOf(member, [...path, key], within)]));
    }
    if (inner === null || ['string', 'number', 'boolean'].includes(typeof inner)) return inner;
    throw fault(path, inner === undefined ? 'nothing' : `a value of type ${typeof inner}`);
  }

  function fault(path: Path, found: string): UserError {
    return new UserError(`${where(path)}: expected ${showPath(path)} to be plain data, found ${found}`);
  }
}
