import type { Pair } from './pair.ts';
import { type Quantities, sameQuantity } from './quantities.ts';

/**
 * The texts state different numbers. Vetoed: `wait 5 seconds` / `wait 5 minutes`. Let pass: `wait 60 s` / `wait one minute`, and a number
 * that only one of them states.
 */
export function numbersDiffer({ a, b }: Pair): boolean {
  return lacks(a.quantities, b.quantities) && lacks(b.quantities, a.quantities);
}

function lacks(one: Quantities, other: Quantities): boolean {
  return one.stated.some(
    (quantity) =>
      !other.stated.some((candidate) => sameQuantity(quantity, candidate)) &&
      !other.implied.some((candidate) => sameQuantity(quantity, candidate)),
  );
}
