import type { Rng } from '../../harness/core/rng.ts';
import type { Family } from './family.ts';

/** A number as the sentence prints it (`$ 34.1 million`) and as the question quotes it (`34.1`). */
export type Amount = { readonly text: string; readonly quoted: string };

/** A random amount of the unit, in one of the unit's notations. */
export function createAmount(unit: Family['unit'], rng: Rng): Amount {
  switch (unit) {
    case 'money':
      return money(rng);
    case 'percent':
      return quoted(`${(0.3 + rng.int(1200) / 100).toFixed(2)}`, (number) => `${number} %`);
    case 'shares':
      return rng.next() < 0.7
        ? quoted(grouped(1000 + rng.int(4_000_000)), (number) => `${number} shares`)
        : quoted((1 + rng.int(900) / 100).toFixed(2), (number) => `${number} million shares`);
  }
}

function money(rng: Rng): Amount {
  switch (rng.int(4)) {
    case 0:
      return quoted(grouped(100_000 + rng.int(90_000_000)), (number) => `$ ${number}`);
    case 1:
      return quoted((1 + rng.int(99_000) / 100).toFixed(2), (number) => `$ ${number} million`);
    default:
      return quoted((1 + rng.int(9900) / 10).toFixed(1), (number) => `$ ${number} million`);
  }
}

function quoted(number: string, print: (number: string) => string): Amount {
  return { text: print(number), quoted: number };
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
