import { distance } from 'fastest-levenshtein';
import { meaningsOf, plainWord } from './tried-words.ts';

/** The known word that an unknown one most likely stands for; null where none is close. */
export function likelyMeant(word: string, known: readonly string[]): string | null {
  const tried = meaningsOf(word).find((meaning) => known.includes(meaning));
  if (tried !== undefined) return tried;
  const nearest = ranked(word, known)[0];
  // More than a third of its letters wrong is another word rather than a slip.
  if (nearest && nearest.edits < word.length && nearest.edits <= Math.max(2, Math.floor(word.length / 3)))
    return nearest.name;
  // Two letters begin too many words.
  const longer = plainWord(word).length < 3 ? [] : known.filter((name) => plainWord(name).startsWith(plainWord(word)));
  return longer[0] ?? null;
}

/** `; did you mean "x"?` about a word that is not known, or nothing where no known word is close. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = likelyMeant(word, known);
  return meant === null ? '' : `; did you mean "${meant}"?`;
}

/** As `didYouMean`, with all known words, nearest first, where no known word is close. */
export function didYouMeanOrKnown(word: string, known: readonly string[]): string {
  const names = ranked(word, known).map(({ name }) => name);
  return didYouMean(word, known) || `; known, nearest first: ${names.join(', ') || 'none'}`;
}

/** The known words nearest to a word, at most so many, nearest first. */
export function nearestWords(word: string, known: readonly string[], most: number): readonly string[] {
  return ranked(word, known)
    .slice(0, most)
    .map(({ name }) => name);
}

function ranked(word: string, known: readonly string[]) {
  return known
    .map((name) => ({ name, edits: distance(plainWord(word), plainWord(name)) }))
    .sort((a, b) => a.edits - b.edits);
}
