import { connectedComponents } from '../../harness/core/connected-components.ts';
import { createRng } from '../../harness/core/rng.ts';

/**
 * Words that two sentences must share in a row to hang together: the span of the leak check. Eight words would join 402 of FiNER's 500
 * prompts into one component over phrases like "the years ended december 31 , 2018 ,".
 */
export const gramLength = 13;
export const ownSplits = ['train', 'val', 'test'] as const;
export type OwnSplit = (typeof ownSplits)[number];

export type Splittable = { readonly id: string; readonly sentences: readonly string[] };

export type ComponentSplit = {
  /** Ids per split, each in a seeded order of its own. */
  readonly splits: { readonly [split in OwnSplit]: readonly string[] };
  /** Components as lists of ids: components by their first item, ids in the order of the items. */
  readonly components: readonly (readonly string[])[];
};

/**
 * Cuts items into train, val and test so that no 13-gram of words is in two splits: items that share one, directly or over others, are a
 * component and stay together. The largest component goes first and into the split with the largest share; `shares` (of any scale) are
 * met as far as component sizes allow. The same items, shares and seed give the same split. Ids must be unique.
 */
export function splitByComponents(
  items: readonly Splittable[],
  options: { readonly shares: { readonly [split in OwnSplit]: number }; readonly seed: number },
): ComponentSplit {
  const components = componentsOf(items);
  const rng = createRng(options.seed).fork('split-by-components');
  const splits = { train: [] as string[], val: [] as string[], test: [] as string[] };
  const largestFirst = rng
    .fork('components')
    .shuffle(components)
    .sort((a, b) => b.length - a.length);
  for (const component of largestFirst) {
    const fill = (split: OwnSplit): number => (splits[split].length + component.length) / options.shares[split];
    const emptiest = ownSplits.reduce((best, split) => (fill(split) < fill(best) ? split : best));
    splits[emptiest].push(...component);
  }
  return {
    components,
    splits: {
      train: rng.fork('train').shuffle(splits.train),
      val: rng.fork('val').shuffle(splits.val),
      test: rng.fork('test').shuffle(splits.test),
    },
  };
}

/** The word 13-grams of a sentence, lower-cased, words as white space parts them; a shorter sentence is one gram as a whole. */
export function gramsOf(sentence: string): readonly string[] {
  const words = sentence.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const count = Math.max(1, words.length - gramLength + 1);
  return Array.from({ length: count }, (_, start) => words.slice(start, start + gramLength).join(' '));
}

/** Components of items that share a gram, each a list of ids in the items' order. */
function componentsOf(items: readonly Splittable[]): readonly (readonly string[])[] {
  const roots = connectedComponents(items.map(({ sentences }) => sentences.flatMap(gramsOf)));
  const byRoot = new Map<number, string[]>();
  for (const [index, item] of items.entries())
    byRoot.set(roots[index]!, [...(byRoot.get(roots[index]!) ?? []), item.id]);
  return [...byRoot.values()];
}
