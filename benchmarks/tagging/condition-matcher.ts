import { contentStems } from './content-stems.ts';
import type { Condition, Family } from './family.ts';
import { backgroundStems } from './key-word.ts';

/**
 * Finds the conditions of a family whose wordings a text holds. A stem counts the more the fewer conditions use it, doubly when it is
 * the condition's own key word, and not at all when the family's sentences are full of it. A wording is held when at least
 * `minShare` of its weight is in the text, unless the same stems are part of a wording that is held with more weight.
 */
export function conditionMatcher(family: Family): (stems: ReadonlySet<string>) => readonly Condition[] {
  const tables = weighWordings(family);
  return (stems) => {
    const found = tables
      .map(({ condition, wordings }) => ({ condition, held: unite(wordings.map((words) => heldPart(words, stems))) }))
      .filter(({ held }) => held.weight > 0);
    return found
      .filter(({ held }) => !found.some((other) => explains(other.held, held)))
      .map(({ condition }) => condition);
  };
}

const minShare = 0.5;

type Weighted = { readonly stem: string; readonly weight: number };
type Held = { readonly stems: readonly string[]; readonly weight: number };
type HeldPart = Held & { readonly share: number };

function weighWordings(
  family: Family,
): readonly { readonly condition: Condition; readonly wordings: readonly (readonly Weighted[])[] }[] {
  const background = backgroundStems(family);
  const tables = family.conditions.map((condition) => ({
    condition,
    wordings: condition.wordings.map((wording) => [...contentStems(wording)].filter((stem) => !background.has(stem))),
  }));
  const users = countBy(tables.flatMap(({ wordings }) => [...new Set(wordings.flat())]));
  return tables.map(({ condition, wordings }) => {
    const uses = countBy(wordings.flat());
    const isKey = (stem: string): boolean => uses.get(stem)! * 2 >= wordings.length;
    const weight = (stem: string): number => (isKey(stem) ? 2 : 1) / users.get(stem)!;
    return { condition, wordings: wordings.map((stems) => stems.map((stem) => ({ stem, weight: weight(stem) }))) };
  });
}

function heldPart(words: readonly Weighted[], stems: ReadonlySet<string>): HeldPart {
  const held = words.filter(({ stem }) => stems.has(stem));
  const weight = sumOf(held);
  return { stems: held.map(({ stem }) => stem), weight, share: held.length === 0 ? 0 : weight / sumOf(words) };
}

/** What is held of a condition: all stems of its wordings that are held, with the weight of the heaviest. */
function unite(parts: readonly HeldPart[]): Held {
  const held = parts.filter(({ share }) => share >= minShare);
  return { stems: held.flatMap(({ stems }) => stems), weight: Math.max(0, ...held.map(({ weight }) => weight)) };
}

function explains(better: Held, held: Held): boolean {
  return better.weight > held.weight && held.stems.every((stem) => better.stems.includes(stem));
}

function sumOf(words: readonly Weighted[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

function countBy(items: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
