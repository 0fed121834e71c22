export const pairLabels = ['duplicate', 'contradiction', 'related', 'unrelated'] as const;
export type PairLabel = (typeof pairLabels)[number];

/** How a pair came about; `given` is a user's. `across` is a paraphrase with what contradicts its rule. */
export type PairOrigin =
  | 'rule-paraphrase'
  | 'paraphrases'
  | 'minimal'
  | 'reworded'
  | 'across'
  | 'related'
  | 'unrelated'
  | 'given';

/** Two texts and what they are to each other. A family is what is resampled as one: its pairs share texts, so they are not independent. */
export type LabelledPair = {
  readonly a: string;
  readonly b: string;
  readonly label: PairLabel;
  readonly origin: PairOrigin;
  readonly family: string;
};

/**
 * The classes that shares are given for. `contradiction` is of rules only (`minimal`, `reworded`, and what users give): a family has many
 * more pairs `across`, which repeat the same few contradictions in other words and would hide the hard ones in a mean.
 */
export const pairClasses = {
  duplicate: ({ label }: LabelledPair) => label === 'duplicate',
  contradiction: ({ label, origin }: LabelledPair) => label === 'contradiction' && origin !== 'across',
  minimal: ({ origin }: LabelledPair) => origin === 'minimal',
  reworded: ({ origin }: LabelledPair) => origin === 'reworded',
  across: ({ origin }: LabelledPair) => origin === 'across',
  related: ({ label }: LabelledPair) => label === 'related',
  unrelated: ({ label }: LabelledPair) => label === 'unrelated',
} as const;
export type PairClass = keyof typeof pairClasses;
export const pairClassNames = Object.keys(pairClasses) as readonly PairClass[];
