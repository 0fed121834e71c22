import { createRng } from '../../harness/core/rng.ts';
import { nameStems } from './words.ts';

export type TagGuesser = (stems: readonly string[]) => string;

/**
 * What a reader without advice goes by: the tag whose own words fit a number's surroundings best, rare words counting more. Among equals
 * the choice is as good as random but fixed by the surroundings, so what stands in the context cannot change it. Empty without options.
 */
export function tagGuesser(options: readonly string[]): TagGuesser {
  const names = options.map((tag) => ({ tag, stems: new Set(nameStems(tag)) }));
  const tagsWith = new Map<string, number>();
  for (const { stems } of names) for (const stem of stems) tagsWith.set(stem, (tagsWith.get(stem) ?? 0) + 1);
  const weight = (stem: string): number => Math.log(1 + options.length / tagsWith.get(stem)!);
  // A name without words fits nothing; 1 keeps its score 0.
  const norms = names.map(({ stems }) => Math.sqrt([...stems].reduce((sum, stem) => sum + weight(stem) ** 2, 0)) || 1);
  return (stems) => {
    const words = new Set(stems);
    let best: string[] = [];
    let highest = 0;
    for (const [index, name] of names.entries()) {
      let score = 0;
      for (const stem of name.stems) if (words.has(stem)) score += weight(stem) ** 2;
      score /= norms[index]!;
      if (score > highest) {
        highest = score;
        best = [name.tag];
      } else if (score === highest) best.push(name.tag);
    }
    if (best.length <= 1) return best[0] ?? '';
    return createRng(stems.join(' ')).pick(best);
  };
}
