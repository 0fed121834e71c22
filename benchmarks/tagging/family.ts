/** A qualifier that stands near a number. `hint` is the tag that its words suggest; the house convention may say otherwise. */
export type Condition = {
  readonly name: string;
  readonly hint: string;
  /** Phrases that follow a noun or an amount: `still undrawn at that date`. */
  readonly wordings: readonly string[];
};

/**
 * Six confusable tags with the vocabulary of sentences about them. Frames have the slots {company}, {noun}, {date}, {number}, {cue}
 * and {side}; sides, which hold distractor numbers, have {other}, {date}, {count} and {note}.
 */
export type Family = {
  readonly name: string;
  readonly unit: 'money' | 'percent' | 'shares';
  readonly tags: readonly string[];
  readonly nouns: readonly string[];
  readonly frames: readonly string[];
  readonly sides: readonly string[];
  readonly conditions: readonly Condition[];
};
