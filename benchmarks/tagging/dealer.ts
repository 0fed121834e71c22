import type { Rng } from '../../harness/core/rng.ts';
import type { Rule } from './house-rules.ts';

/**
 * Deals four different rules for each task, from two or three families. Each family has a deck in which every rule lies by its
 * frequency, at least once; an empty deck is shuffled anew, so rare rules come as often as promised and not as luck has it.
 * Families early in `rules` are dealt more often (weight 1/sqrt(n)).
 */
export function createDealer(rules: readonly Rule[], rng: Rng): () => readonly Rule[] {
  const names = [...new Set(rules.map((rule) => rule.family.name))];
  const weights = new Map(names.map((name, index) => [name, 1 / Math.sqrt(index + 1)]));
  const decks = new Map(
    names.map((name) => [
      name,
      createDeck(
        rules.filter((rule) => rule.family.name === name),
        rng.fork(`deck/${name}`),
      ),
    ]),
  );
  const draw = rng.fork('hands');
  return () => {
    const plan = draw.next() < 0.5 ? [2, 2] : [2, 1, 1];
    const chosen = pickByWeight(weights, plan.length, draw);
    const hand: Rule[] = [];
    chosen.forEach((name, index) => {
      for (let card = 0; card < plan[index]!; card++) hand.push(decks.get(name)!(hand));
    });
    return draw.shuffle(hand);
  };
}

/** Draws the first card that is not in the hand already. */
function createDeck(rules: readonly Rule[], rng: Rng): (hand: readonly Rule[]) => Rule {
  const cards: Rule[] = [];
  return (hand) => {
    let index = cards.findIndex((rule) => !hand.includes(rule));
    if (index < 0) {
      index = cards.length;
      cards.push(...rng.shuffle(rules.flatMap((rule) => new Array<Rule>(rule.frequency).fill(rule))));
      while (hand.includes(cards[index]!)) index++;
    }
    return cards.splice(index, 1)[0]!;
  };
}

/** Different names, each drawn in proportion to its weight among those left. */
function pickByWeight(weights: ReadonlyMap<string, number>, count: number, rng: Rng): string[] {
  const left = new Map(weights);
  return Array.from({ length: count }, () => {
    let mark = rng.next() * [...left.values()].reduce((sum, weight) => sum + weight, 0);
    const names = [...left.keys()];
    let index = 0;
    while (index < names.length - 1 && mark >= left.get(names[index]!)!) mark -= left.get(names[index++]!)!;
    left.delete(names[index]!);
    return names[index]!;
  });
}
