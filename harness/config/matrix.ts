import { UserError } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import { allOf } from './config-error.ts';
import type { Config } from './config-schema.ts';
import { startsWith, valueAt, type Path } from './path.ts';
import { resolvePath } from './resolve-path.ts';
import type { Where } from './validate.ts';

/** One line of `matrix:`, such as `arms.*.refine.threshold: [0.7, 0.8]`, or of a variant, with one value. */
export type Axis = {
  readonly path: string;
  readonly values: readonly Json[];
  /** The path resolved, with `*` where it speaks of every arm or suite that has the key. */
  readonly pattern: Path;
  readonly where: string;
};
/** An axis that applies to one suite and arm, where its values go, and whether a value at a path is its doing. */
export type PlacedAxis = Axis & { readonly target: Path; covers(path: Path): boolean };

/** The axes of a config. Throws UserError for one that nothing follows, or that would vary what an experiment has once. */
export function readAxes(config: Config, written: unknown, where: Where): readonly Axis[] {
  return allOf(
    Object.entries(config.matrix).map(
      ([path, values]) =>
        () =>
          readAxis(path, values, config, written, where(['matrix', path])),
    ),
  );
}

/** Each variant of a config as axes of one value. Throws UserError like `readAxes`. */
export function readVariants(config: Config, written: unknown, where: Where): readonly (readonly Axis[])[] {
  return allOf(
    config.variants.map((variant, index) => () => {
      const place = (path: string) => where(['variants', index, path]);
      return allOf(
        Object.entries(variant).map(
          ([path, value]) =>
            () =>
              readAxis(path, [value], config, written, place(path)),
        ),
      );
    }),
  );
}

function readAxis(path: string, values: readonly Json[], config: Config, written: unknown, where: string): Axis {
  return { path, values, pattern: patternOf(path, config, written, where), where };
}

/**
 * The axes that apply to one suite and arm: `arms.a.…` to arm a, `arms.*.…` to every arm that has the key written (whatever its method
 * would take as default), the same for suites, and all other paths to all. Throws UserError where two of them vary one key.
 */
export function placeAxes(axes: readonly Axis[], suite: number, arm: string, written: unknown): readonly PlacedAxis[] {
  const placed = axes.flatMap((axis): readonly PlacedAxis[] => {
    const target = targetOf(axis.pattern, suite, arm, written);
    return target ? [{ ...axis, target, covers: (path) => startsWith(path, target) || startsWith(target, path) }] : [];
  });
  placed.forEach((axis, i) => {
    const earlier = placed.slice(0, i).find(({ target }) => axis.covers(target));
    if (earlier)
      throw new UserError(
        `${axis.where}: expected each key in one path of the matrix, found ${axis.path} and ${earlier.path}`,
      );
  });
  return placed;
}

// What an experiment has once, or what says which cells there are.
const fixedKeys = ['experiment', 'seeds', 'dataSeeds', 'matrix', 'variants', 'replicate'];

function patternOf(path: string, config: Config, written: unknown, where: string): Path {
  const [head = '', owner = '', ...rest] = path.split('.');
  const refuseFixed = (isFixed: boolean) => {
    if (isFixed) throw new UserError(`${where}: expected a matrix over what cells can differ in, found ${path}`);
  };
  refuseFixed(fixedKeys.includes(head));
  if (head !== 'arms' && head !== 'suites') return resolvePath(path, written, where);
  const pattern: Path = owner === '*' ? [head, owner, ...rest] : resolvePath(path, written, where);
  const keys = pattern.slice(2);
  refuseFixed(head === 'suites' && keys.join('.') === 'name');
  if (keys.length === 0)
    throw new UserError(`${where}: expected a path to a key, like ${head}.${owner || '*'}.KEY, found ${path}`);
  if (owner !== '*') return pattern;
  const owners = head === 'arms' ? Object.keys(config.arms) : config.suites.keys();
  if (![...owners].some((name) => valueAt(written, [head, name, ...keys]) !== undefined))
    throw new UserError(`${where}: expected a key that some of the ${head} have written, found ${path}`);
  return pattern;
}

function targetOf(pattern: Path, suite: number, arm: string, written: unknown): Path | null {
  const [head, owner, ...rest] = pattern;
  if (head !== 'arms' && head !== 'suites') return pattern;
  const own = head === 'arms' ? arm : suite;
  const target = [head, own, ...rest];
  if (owner === '*') return valueAt(written, target) === undefined ? null : target;
  return owner === own ? target : null;
}
