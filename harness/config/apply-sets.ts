import { UserError } from '../core/failure.ts';
import { allOf } from './config-error.ts';
import { parseYaml } from './parse-yaml.ts';
import { putAt, type Path } from './path.ts';
import { resolvePath } from './resolve-path.ts';
import { withoutShorthands } from './shorthand.ts';

/** A `--set key=value` as it was put into a config; `where` begins errors about it. */
export type AppliedSet = { readonly path: Path; readonly where: string };

/**
 * What is written, in its full form and with each `key=value` put in, in order; the value is YAML, shorthands included. Whether the key is a known one is for the validator to
 * say. Throws ConfigError with each set that cannot be read or has no place.
 */
export function applySets(
  written: unknown,
  sets: readonly string[],
): { readonly written: unknown; readonly applied: readonly AppliedSet[] } {
  let result = withoutShorthands(written);
  const applied = allOf(
    sets.map((set) => () => {
      const where = `Cannot apply --set ${set}`;
      const equals = set.indexOf('=');
      if (equals < 1) throw new UserError(`${where}: expected key=value, found "${set}"`);
      const path = resolvePath(set.slice(0, equals).trim(), result, where);
      const { value } = parseYaml(set.slice(equals + 1), () => where);
      result = withoutShorthands(putAt(result, path, value, where));
      return { path, where };
    }),
  );
  return { written: result, applied };
}
