import type { Rng } from '../../harness/core/rng.ts';
import type { Condition, Family } from './family.ts';
import { keyWord } from './key-word.ts';

/** `taught` occur in every split, `held` in val and test alone. */
export type SplitWordings = { readonly taught: readonly string[]; readonly held: readonly string[] };

/**
 * Holds back half of the wordings, drawn at random, that share the condition's key word. So what is
 * held back was never met in training, and one who reads by words can carry it over from the other half.
 */
export function splitWordings(family: Family, condition: Condition, rng: Rng): SplitWordings {
  const keyed = rng.shuffle(keyWord(family, condition).shared);
  const held = keyed.slice(0, Math.floor(keyed.length / 2));
  return { taught: condition.wordings.filter((wording) => !held.includes(wording)), held };
}
