import { UserError } from '../core/failure.ts';
import { didYouMeanOrKnown } from './nearest.ts';
import { isMapping, valueAt, type Path } from './path.ts';

/**
 * A dotted path as a path into what is written. A suite goes by name or position, all behind `matrix.` is one key, and the arm or suite
 * must be written: neither can be added by naming it. Throws UserError, opened by `where`.
 */
export function resolvePath(dotted: string, written: unknown, where: string): Path {
  const segments = dotted.split('.');
  if (segments.some((segment) => segment === '' || segment === '__proto__'))
    throw new UserError(`${where}: expected keys joined by dots, found "${dotted}"`);
  const [head, owner, ...rest] = segments;
  if (owner === undefined) return segments;
  if (head === 'matrix') return ['matrix', [owner, ...rest].join('.')];
  if (head === 'arms') {
    const arms = valueAt(written, ['arms']);
    const names = isMapping(arms) ? Object.keys(arms) : [];
    if (!names.includes(owner))
      throw new UserError(`${where}: expected a known arm, found "${owner}"${didYouMeanOrKnown(owner, names)}`);
  }
  return head === 'suites' ? ['suites', suitePosition(owner, written, where), ...rest] : segments;
}

function suitePosition(owner: string, written: unknown, where: string): number {
  const suites = valueAt(written, ['suites']);
  const names = Array.isArray(suites) ? suites.map((suite) => String(valueAt(suite, ['name']))) : [];
  const position = /^\d+$/.test(owner) ? Number(owner) : names.indexOf(owner);
  if (position < 0 || position >= names.length)
    throw new UserError(`${where}: expected a known suite, found "${owner}"${didYouMeanOrKnown(owner, names)}`);
  return position;
}
