import { distance } from 'fastest-levenshtein';

/** `; did you mean "x"?` about a word that is not known, or nothing where no known word is close. */
export function didYouMean(word: string, known: readonly string[]): string {
  const nearest = ranked(word, known)[0];
  // More than a third of its letters wrong is another word rather than a slip.
  const isSlip = nearest && nearest.edits < word.length && nearest.edits <= Math.max(2, Math.floor(word.length / 3));
  return isSlip ? `; did you mean "${nearest.name}"?` : '';
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
  return known.map((name) => ({ name, edits: distance(plain(word), plain(name)) })).sort((a, b) => a.edits - b.edits);
}

/** `batch_size`, `Batch-Size` and `batchSize` are the same word to somebody typing. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, '');
}
