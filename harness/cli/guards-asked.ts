import { didYouMean } from '../config/nearest.ts';
import { UserError } from '../core/failure.ts';
import { type GuardName, guardNames } from '../playbook/guards.ts';

/** The guards that a list of names means: `all`, `none`, or some, in the order in which they are asked. Throws UserError. */
export function guardsAsked(names: readonly string[], action: string): readonly GuardName[] {
  const known = ['all', 'none', ...guardNames];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new UserError(
      `Cannot ${action}: expected guards to be of ${known.join(', ')}, found "${unknown}"${didYouMean(unknown, known)}`,
    );
  }
  if (names.length > 1 && names.includes('none'))
    throw new UserError(`Cannot ${action}: expected guards to be none or others, found ${names.join(', ')}`);
  return guardNames.filter((name) => names.includes('all') || names.includes(name));
}
