import { UserError } from '../../harness/core/failure.ts';
import type { Task } from '../../harness/core/task.ts';
import { ownSplits, splitByComponents, type OwnSplit } from '../domain/split-by-components.ts';
import type { FinerPrompt } from './finer-prompts.ts';

export type FinerTask = Task & { readonly gold: readonly string[] };
export type FinerLimits = { readonly [split in OwnSplit]?: number };

export type FinerSplits = {
  readonly tasks: { readonly [split in OwnSplit]: readonly FinerTask[] };
  /** Prompts of each split before limits. */
  readonly sizes: { readonly [split in OwnSplit]: number };
  /** Component sizes, largest first. */
  readonly componentSizes: readonly number[];
};

/** Shares of prompts, about as in published trials on these rows: 200 to 300 for training, 200 for testing. */
export const finerShares = { train: 0.5, val: 0.15, test: 0.35 } as const;

/**
 * Cuts prompts by components of shared sentence 13-grams; a task's scenario is its component. Limits take the first tasks of a split's seeded
 * order. Throws a UserError for an empty split and for a limit that the split cannot meet.
 */
export function splitFiner(
  prompts: readonly FinerPrompt[],
  options: { readonly dataSeed: number; readonly limits: FinerLimits },
): FinerSplits {
  const items = prompts.map(({ id, examples }) => ({ id, sentences: examples.map(({ sentence }) => sentence) }));
  const { splits, components } = splitByComponents(items, { shares: finerShares, seed: options.dataSeed });
  const scenarios = new Map(components.flatMap((ids, index) => ids.map((id) => [id, scenarioName(index)] as const)));
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]));
  const tasksOf = (split: OwnSplit): readonly FinerTask[] =>
    splits[split].slice(0, checkedLimit(split, splits[split].length, options.limits[split])).map((id) => {
      const { text, gold } = byId.get(id)!;
      return { id, scenario: scenarios.get(id)!, text, gold };
    });
  return {
    tasks: { train: tasksOf('train'), val: tasksOf('val'), test: tasksOf('test') },
    sizes: { train: splits.train.length, val: splits.val.length, test: splits.test.length },
    componentSizes: components.map((ids) => ids.length).sort((a, b) => b - a),
  };
}

/** Says in one sentence that the largest component is larger than its split should be; null where it is not. */
export function giantNote({ sizes, componentSizes }: FinerSplits): string | null {
  const largest = componentSizes[0] ?? 0;
  const all = ownSplits.reduce((sum, split) => sum + sizes[split], 0);
  if (largest <= finerShares.train * all) return null;
  const wanted = ownSplits.map((split) => Math.round(finerShares[split] * all)).join('/');
  const got = ownSplits.map((split) => sizes[split]).join('/');
  return `${largest} of ${all} prompts are one component of shared 13-grams and all in train: train/val/test are ${got} instead of ${wanted}`;
}

function scenarioName(component: number): string {
  return `component-${String(component + 1).padStart(4, '0')}`;
}

function checkedLimit(split: OwnSplit, size: number, limit: number | undefined): number {
  if (size === 0) throw new UserError(`Cannot load suite finer: expected prompts in split ${split}, found none`);
  if (limit === undefined) return size;
  if (!Number.isInteger(limit) || limit < 1 || limit > size)
    throw new UserError(
      `Cannot load suite finer: expected limits.${split} to be a whole number from 1 to ${size}, the prompts of that split, found ${limit}`,
    );
  return limit;
}
