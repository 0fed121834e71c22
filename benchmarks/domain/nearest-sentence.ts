import { UserError } from '../../harness/core/failure.ts';

export type Example = { readonly sentence: string; readonly tag: string };

/**
 * Share of test examples (0..1, with n) whose tag is that of the training example with the most similar sentence: what copying alone scores.
 * Throws a UserError where either list is empty.
 */
export function nearestSentenceScore(
  train: readonly Example[],
  test: readonly Example[],
): { readonly score: number; readonly n: number } {
  if (test.length === 0)
    throw new UserError('Cannot score the nearest sentence: expected examples in the test split, found none');
  const copy = nearestSentence(train);
  const right = test.filter(({ sentence, tag }) => copy(sentence) === tag).length;
  return { score: right / test.length, n: test.length };
}

/**
 * A function from a sentence to the tag of the most similar training sentence: cosine of TF-IDF vectors over lower-cased words, with
 * idf = ln((1 + N) / (1 + df)) + 1 (the smoothed form of scikit-learn's TfidfVectorizer); the earlier example wins a tie.
 */
export function nearestSentence(train: readonly Example[]): (sentence: string) => string {
  if (train.length === 0)
    throw new UserError('Cannot find the nearest sentence: expected examples in the train split, found none');
  const counts = train.map(({ sentence }) => wordCounts(sentence));
  const documents = new Map<string, number>();
  for (const word of counts.flatMap((words) => [...words.keys()])) documents.set(word, (documents.get(word) ?? 0) + 1);
  const idf = (word: string): number => Math.log((1 + train.length) / (1 + (documents.get(word) ?? 0))) + 1;

  const postings = new Map<string, { readonly example: number; readonly weight: number }[]>();
  for (const [example, words] of counts.entries()) {
    const weights = [...words].map(([word, count]) => [word, count * idf(word)] as const);
    const norm = Math.hypot(...weights.map(([, weight]) => weight));
    for (const [word, weight] of weights) {
      const list = postings.get(word) ?? [];
      postings.set(word, list);
      list.push({ example, weight: weight / norm });
    }
  }
  return (sentence) => {
    // The sentence's own norm is the same for all examples, so it cannot change which is nearest.
    const dots = new Float64Array(train.length);
    for (const [word, count] of wordCounts(sentence)) {
      const weight = count * idf(word);
      for (const posting of postings.get(word) ?? []) dots[posting.example]! += weight * posting.weight;
    }
    return train[dots.reduce((best, dot, example) => (dot > dots[best]! ? example : best), 0)]!.tag;
  };
}

function wordCounts(sentence: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
