import { type Advice, readAdvice } from './read-advice.ts';

/** A context's advice, found by stem. */
export type AdviceIndex = {
  readonly advice: readonly Advice[];
  /** Positions in `advice` by stem. */
  readonly byStem: ReadonlyMap<string, readonly number[]>;
  /** Inverse document frequency over the context's advice: ln(1 + N / n). */
  readonly idf: (stem: string) => number;
  /** Length of each piece of advice as a vector of idf weights. */
  readonly norms: readonly number[];
};

/** Reads the advice in a context. */
export function indexAdvice(context: string, options: ReadonlySet<string>): AdviceIndex {
  const advice = context
    .split('\n')
    .map((line) => readAdvice(line, options))
    .filter((one) => one !== null);
  const byStem = new Map<string, number[]>();
  for (const [index, { stems }] of advice.entries()) {
    for (const stem of stems) {
      const list = byStem.get(stem);
      if (list === undefined) byStem.set(stem, [index]);
      else list.push(index);
    }
  }
  const idf = (stem: string): number => Math.log(1 + (advice.length + 1) / ((byStem.get(stem)?.length ?? 0) + 1));
  const norms = advice.map(({ stems }) => Math.sqrt(stems.reduce((sum, stem) => sum + idf(stem) ** 2, 0)));
  return { advice, byStem, idf, norms };
}
