import type { Family } from '../../benchmarks/dedup/load-families.ts';
import type { Rng } from '../core/rng.ts';
import type { LabelledPair, PairLabel, PairOrigin } from './labelled-pair.ts';

/**
 * The pairs of labelled families whose label is certain: rule and paraphrases among each other; rule or paraphrase with a contradiction
 * of the rule; rule with related rules; and, as many as there are duplicates where there are that many, rules of different families.
 */
export function familyPairs(families: readonly Family[], rng: Rng): readonly LabelledPair[] {
  const within = families.flatMap(pairsWithin);
  const duplicates = within.filter(({ label }) => label === 'duplicate').length;
  return [...within, ...unrelatedPairs(families, duplicates, rng)];
}

function pairsWithin(family: Family): readonly LabelledPair[] {
  const { rule, paraphrases, contradictions, reworded_contradictions: reworded, related } = family;
  const pairs = (label: PairLabel, origin: PairOrigin, a: string, others: readonly string[]): LabelledPair[] =>
    others.map((b) => ({ a, b, label, origin, family: family.id }));
  return [
    ...pairs('duplicate', 'rule-paraphrase', rule, paraphrases),
    ...paraphrases.flatMap((a, index) => pairs('duplicate', 'paraphrases', a, paraphrases.slice(index + 1))),
    ...pairs('contradiction', 'minimal', rule, contradictions),
    ...pairs('contradiction', 'reworded', rule, reworded),
    ...paraphrases.flatMap((a) => pairs('contradiction', 'across', a, [...contradictions, ...reworded])),
    ...pairs('related', 'related', rule, related),
  ];
}

/** Families in a random ring, each with those 1, 2, … places on: no pair twice, and every family begins equally many. */
function unrelatedPairs(families: readonly Family[], wanted: number, rng: Rng): readonly LabelledPair[] {
  const ring = rng.fork('unrelated').shuffle(families);
  const pairs: LabelledPair[] = [];
  for (let step = 1; 2 * step <= ring.length; step++) {
    // Half-way round, the second half of the ring would repeat the pairs of the first.
    const starts = 2 * step === ring.length ? step : ring.length;
    for (let start = 0; start < starts && pairs.length < wanted; start++) {
      const first = ring[start]!;
      const second = ring[(start + step) % ring.length]!;
      pairs.push({ a: first.rule, b: second.rule, label: 'unrelated', origin: 'unrelated', family: first.id });
    }
  }
  return pairs;
}
