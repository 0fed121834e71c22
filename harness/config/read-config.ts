import { UserError } from '../core/failure.ts';
import { canonicalJson } from '../core/json.ts';
import { applySets } from './apply-sets.ts';
import { cellsOf, type Cell } from './cells-of.ts';
import { allOf } from './config-error.ts';
import { configSchema, type Config } from './config-schema.ts';
import { parseYaml } from './parse-yaml.ts';
import type { PartShapes } from './part-shapes.ts';
import { showPath, startsWith, valueAt, type Path } from './path.ts';
import { plainValue } from './plain-value.ts';
import { withoutShorthands } from './shorthand.ts';
import { validate, type Where } from './validate.ts';

/** A config that was found valid: with defaults applied, and as the cells it stands for. */
export type Experiment = { readonly config: Config; readonly cells: readonly Cell[] };

export type ConfigSource = {
  /** `key=value` as given to `--set`, in order. */
  readonly sets: readonly string[];
  readonly shapes: PartShapes;
} & (
  | {
      /** The file's name as the user gave it, for messages. */
      readonly path?: string;
      readonly text: string;
    }
  /** What a file would hold, from a program. */
  | { readonly value: unknown }
);

/**
 * YAML text or a plain value -> experiment, every cell of it validated. Throws UserError: as ConfigError all that is wrong, a sentence each
 * with file and line or `--set`, and key; where there is no line, the key tells the place.
 */
export function readConfig(source: ConfigSource): Experiment {
  const { sets, shapes } = source;
  const original = 'text' in source ? writtenText(source) : writtenValue(source.value);
  const given = { ...original, value: withoutShorthands(original.value) };
  const schema = configSchema(shapes);
  const resolve = (used: readonly string[]): Experiment => {
    const { written, applied } = applySets(given.value, used);
    const where = (at: Path) => applied.findLast((set) => isFrom(set.path, at, given.value))?.where ?? given.where(at);
    const config = validate(schema, written, where);
    return { config, cells: cellsOf(config, written, schema, where) };
  };
  const experiment = resolve(sets);
  allOf(
    sets.map((set, i) => () => {
      if (!isIdle(experiment, () => resolve(sets.toSpliced(i, 1)))) return;
      throw new UserError(
        `Cannot apply --set ${set}: expected a value that changes the experiment, found no difference`,
      );
    }),
  );
  return experiment;
}

type Written = { readonly value: unknown; readonly where: Where };

function writtenText({ path = 'the config', text }: { readonly path?: string; readonly text: string }): Written {
  const { value, lineOf } = parseYaml(text, (line) => `Cannot read ${path} line ${line}`);
  return { value, where: (at) => `Cannot read ${path} line ${lineOf(at)}` };
}

function writtenValue(value: unknown): Written {
  const where: Where = (at) => `Cannot read the config${at.length === 0 ? '' : ` at ${showPath(at)}`}`;
  return { value: plainValue(value, where), where };
}

/** True if what stands at a path came with a set: it lies below the set's path, or was made on the way to it. */
function isFrom(set: Path, at: Path, written: unknown): boolean {
  return startsWith(at, set) || (startsWith(set, at) && valueAt(written, at) === undefined);
}

/** True if leaving a set out gives the same cells under the same name, whatever was written differently. */
function isIdle(experiment: Experiment, resolveWithout: () => Experiment): boolean {
  try {
    return effectOf(resolveWithout()) === effectOf(experiment);
  } catch (error) {
    // Without the set the config is wrong, so the set is needed.
    if (error instanceof UserError) return false;
    throw error;
  }
}

function effectOf({ config, cells }: Experiment): string {
  return canonicalJson([config.experiment, cells]);
}
