import { type DedupReport, evaluateDedup, guardSets } from '../../harness/dedup/evaluate-dedup.ts';
import type { JudgedPair } from '../../harness/dedup/judge-pairs.ts';
import { pair } from './pair.ts';

/** Twenty families in which one guard vetoes the contradictions in nearly the same words. */
export function smallReport(more: { readonly embedder?: string; readonly ceiling?: number } = {}): DedupReport {
  const pairs = Array.from({ length: 20 }, (_, index): readonly JudgedPair[] => {
    const family = `f${index}`;
    return [
      pair('rule-paraphrase', (50 + 2 * index) / 100, { family }),
      pair('minimal', 0.9, { family, vetoedBy: ['digits'] }),
      pair('reworded', (40 + index) / 100, { family }),
      pair('across', 0.6, { family }),
      pair('related', 0.35, { family }),
    ];
  }).flat();
  const { embedder = 'embedder/1', ceiling = 0.01 } = more;
  const sets = guardSets({ digits: () => true });
  return evaluateDedup(pairs, { embedder, source: 'twenty families', sets, ceiling, resamples: 100, seed: 1 });
}

/** Pairs as a user gives them: contradictions of one kind. */
export function givenReport(pairs: readonly Pick<JudgedPair, 'label' | 'cosine'>[]): DedupReport {
  const given = pairs.map(
    (item, index): JudgedPair => ({
      ...item,
      a: `a${index}`,
      b: `b${index}`,
      origin: 'given',
      family: `given-${index}`,
      vetoedBy: [],
    }),
  );
  const sets = guardSets({});
  return evaluateDedup(given, {
    embedder: 'embedder/1',
    source: 'pairs.jsonl',
    sets,
    ceiling: 0.01,
    resamples: 100,
    seed: 1,
  });
}
