import type { z } from 'zod';
import { UserError } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import type { Decoding } from '../core/llm.ts';
import { replicateName } from '../core/replicate.ts';
import type { Budget, Protocol } from '../core/spec.ts';
import { allOf } from './config-error.ts';
import type { Config } from './config-schema.ts';
import { didYouMeanOrKnown } from './nearest.ts';
import { type Axis, placeAxes, readAxes, readVariants, type PlacedAxis } from './matrix.ts';
import { putAt } from './path.ts';
import { runHead } from './run-head.ts';
import { withoutShorthands } from './shorthand.ts';
import { validate, type Where } from './validate.ts';

export type NamedOptions = { readonly name: string; readonly options: { readonly [option: string]: Json } };

/** Suite x arm x matrix point, with all options resolved. */
export type Cell = {
  readonly suite: NamedOptions;
  readonly arm: string;
  readonly method: NamedOptions;
  /** The matrix values of this cell by their paths as the config writes them, in its order; empty where no axis applies. */
  readonly axes: { readonly [path: string]: Json };
  readonly model: Config['model'];
  readonly embedder: Config['embedder'];
  readonly budget: Budget;
  readonly protocol: Protocol;
  readonly timeouts: Config['timeouts'];
  readonly decoding: Omit<Decoding, 'seed'>;
  readonly dataSeeds: readonly number[];
  readonly seeds: readonly number[];
  /** Another reply stream than the first, for arms that run again. */
  readonly replicate?: number;
};

const maxCells = 10_000;

/**
 * All cells of a valid config: suites outermost, then arms, last those that run again, then matrix points, the last axis fastest, first without and
 * then with each variant. `written` is the same config before defaults. Every point is validated as if it had been written. Throws UserError.
 */
export function cellsOf(config: Config, written: unknown, schema: z.ZodType<Config>, where: Where): readonly Cell[] {
  const [axes, variants, arms] = allOf([
    () => readAxes(config, written, where),
    () => readVariants(config, written, where),
    () => armsOf(config, where),
  ]);
  const places = config.suites.flatMap((_, suite) => arms.map((named) => ({ ...named, suite })));
  const plans = allOf(
    places.map((named) => () => {
      const place = (axes: readonly Axis[]) => placeAxes(axes, named.suite, named.arm, written);
      const varied = variants.filter((variant) => place(variant).length > 0);
      return [axes, ...varied.map((variant) => [...axes, ...variant])].map((all) => ({ ...named, axes: place(all) }));
    }),
  ).flat();
  const count = plans.reduce((sum, plan) => sum + plan.axes.reduce((n, { values }) => n * values.length, 1), 0);
  if (count > maxCells)
    throw new UserError(`${where(['matrix'])}: expected at most ${maxCells} cells, found a matrix that gives ${count}`);
  const cells = allOf(
    plans.flatMap(({ suite, arm, again, axes }) =>
      pointsOf(axes).map((point) => () => {
        const values = axes.map(({ path }, i) => [path, point[i]!] as const);
        const resolved = axes.length === 0 ? config : resolvePoint(axes, point, written, schema);
        const cell = cellOf(resolved, suite, arm, Object.fromEntries(values));
        return again ? { ...cell, arm: replicateName(arm), replicate: 1 } : cell;
      }),
    ),
  );
  refuseSharedNames(cells, where);
  return cells;
}

/** Runs go by suite, arm and matrix point: refuses an arm whose name reads like another arm at a point. */
function refuseSharedNames(cells: readonly Cell[], where: Where): void {
  const armOf = new Map<string, string>();
  for (const cell of cells) {
    const head = runHead(cell);
    const arm = armOf.get(head) ?? cell.arm;
    armOf.set(head, arm);
    if (arm !== cell.arm)
      throw new UserError(
        `${where(['arms', cell.arm])}: expected arms whose runs can be told apart, found "${arm}" and "${cell.arm}", both with runs named ${head}`,
      );
  }
}

/** The arms as written, then those that `replicate` names once more. Throws UserError for one that is not there. */
function armsOf(
  { arms, replicate }: Config,
  where: Where,
): readonly { readonly arm: string; readonly again: boolean }[] {
  const names = Object.keys(arms);
  const again = allOf(
    replicate.map((arm, index) => () => {
      if (names.includes(arm)) return { arm, again: true };
      throw new UserError(
        `${where(['replicate', index])}: expected a known arm, found "${arm}"${didYouMeanOrKnown(arm, names)}`,
      );
    }),
  );
  return [...names.map((arm) => ({ arm, again: false })), ...again];
}

function pointsOf(axes: readonly PlacedAxis[]): readonly (readonly Json[])[] {
  return axes.reduce<readonly (readonly Json[])[]>(
    (points, { values }) => points.flatMap((point) => values.map((value) => [...point, value])),
    [[]],
  );
}

function resolvePoint(
  axes: readonly PlacedAxis[],
  point: readonly Json[],
  written: unknown,
  schema: z.ZodType<Config>,
): Config {
  const varied = axes.reduce((value, { target, where }, i) => putAt(value, target, point[i], where), written);
  // Without the matrix the config is valid, so whatever is wrong now comes from one of the axes.
  return validate(
    schema,
    withoutShorthands(varied),
    (path) => (axes.find((axis) => axis.covers(path)) ?? axes.at(-1)!).where,
  );
}

function cellOf(config: Config, suite: number, arm: string, axes: Cell['axes']): Cell {
  const { name, ...suiteOptions } = config.suites[suite]!;
  const { method, ...methodOptions } = config.arms[arm]!;
  return {
    suite: { name, options: suiteOptions },
    arm,
    method: { name: method, options: methodOptions },
    axes,
    model: config.model,
    embedder: config.embedder,
    budget: {
      tokens: config.budgetTokens,
      evict: config.evict,
      evictTo: config.evictTo,
      graceRounds: config.graceRounds,
    },
    protocol: config.protocol,
    timeouts: config.timeouts,
    decoding: config.decoding,
    dataSeeds: config.dataSeeds,
    seeds: config.seeds,
  };
}
