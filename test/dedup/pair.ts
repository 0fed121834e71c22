import type { JudgedPair } from '../../harness/dedup/judge-pairs.ts';
import type { LabelledPair, PairOrigin } from '../../harness/dedup/labelled-pair.ts';

const labels: { readonly [origin in Exclude<PairOrigin, 'given'>]: LabelledPair['label'] } = {
  'rule-paraphrase': 'duplicate',
  paraphrases: 'duplicate',
  minimal: 'contradiction',
  reworded: 'contradiction',
  across: 'contradiction',
  related: 'related',
  unrelated: 'unrelated',
};
export const origins = Object.keys(labels) as readonly (keyof typeof labels)[];

/** A pair of an origin with a cosine, in a family of its own unless named. */
export function pair(
  origin: keyof typeof labels,
  cosine: number,
  more: Partial<Pick<JudgedPair, 'family' | 'vetoedBy'>> = {},
): JudgedPair {
  const { family = `${origin} ${cosine}`, vetoedBy = [] } = more;
  return { a: 'a', b: 'b', label: labels[origin], origin, family, cosine, vetoedBy };
}
