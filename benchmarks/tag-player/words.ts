import { stemmer } from 'stemmer';
import { remember } from '../../harness/core/remember.ts';

// Words that carry no condition: function words, and the talk of advice itself ("use the tag", "when the sentence says").
const idle = new Set(
  `a an the and or of to in on at by for from with as is are was were be been being it its this that these those which who whom whose what
  there their they them he she we our us you your i my me not no nor never than then rather instead unlike but if when where while whenever
  wherever into out over under up down about after before between during such any all each other another same so do does did done has have
  had having will would shall should can could may might must also only just very more most some number numbers figure figures amount value
  tag tags tagged label labels sentence sentences text reads read says say said saying speaks mentions mention mentioned wording words word
  phrase phrases near around beside close next use uses used using choose pick prefer select apply applies answer right wrong correct mark
  means mean call calls called take takes goes go belongs belong fits fit become becomes question questions case cases company group inc corp`.split(
    /\s+/,
  ),
);

/** True for lower-case words that carry no condition. */
export function isIdle(word: string): boolean {
  return idle.has(word);
}

/** The Porter stem of a lower-case word, remembered. */
export const stemOf = remember(100_000, stemmer);

/** Tokens of a text: words, numbers with their punctuation, and the signs that say what a number measures. */
export function tokensOf(text: string): readonly string[] {
  return text.match(/[$%€£]|\p{N}[\p{N}.,/-]*|\p{L}[\p{L}\p{N}'’]*/gu) ?? [];
}

/** The stems by which lexical matching goes: content words and signs; numbers and function words are left out. */
export function contentStems(tokens: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const token of tokens) {
    if (token === '%') found.push('percent');
    else if (token === '$' || token === '€' || token === '£') found.push('dollar');
    else if (!/^\p{N}/u.test(token)) {
      const word = token.toLowerCase();
      if (word.length > 1 && !isIdle(word)) found.push(stemOf(word));
    }
  }
  return found;
}

/** The words of a CamelCase name, as stems: `DebtInstrumentFaceAmount` -> debt, instrument, face, amount. */
export function nameStems(name: string): readonly string[] {
  return (name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? []).map((word) => stemOf(word.toLowerCase()));
}
