import { contentStems } from './content-stems.ts';
import type { Condition, Family } from './family.ts';
import { commonSides } from './sentence.ts';

/** The stems that a family's sentences are full of, whatever their condition. */
export function backgroundStems({ sides, frames, nouns }: Family): ReadonlySet<string> {
  return contentStems([...commonSides, ...sides, ...frames, ...nouns].join(' '));
}

/** The content word that most wordings of a condition share (of equals, that fewer other conditions have), as the first of them writes it, and those wordings. */
export function keyWord(
  family: Family,
  { name, wordings }: Pick<Condition, 'name' | 'wordings'>,
): { readonly word: string; readonly shared: readonly string[] } {
  const background = backgroundStems(family);
  const stems = wordings.map((wording) => [...contentStems(wording)].filter((stem) => !background.has(stem)));
  const uses = (stem: string): number => stems.filter((of) => of.includes(stem)).length;
  const others = family.conditions.filter((condition) => condition.name !== name).map(({ wordings }) => wordings);
  const usesElsewhere = (stem: string): number =>
    others.filter((wordings) => contentStems(wordings.join(' ')).has(stem)).length;
  const isBetter = (stem: string, than: string): boolean =>
    uses(stem) > uses(than) || (uses(stem) === uses(than) && usesElsewhere(stem) < usesElsewhere(than));
  const key = stems.flat().reduce((best, stem) => (isBetter(stem, best) ? stem : best));
  const shared = wordings.filter((_wording, index) => stems[index]!.includes(key));
  const word = shared[0]!.split(/[^\p{L}]+/u).find((word) => contentStems(word).has(key))!;
  return { word, shared };
}
