import { createHash } from 'node:crypto';

/** A named stream of pseudo-random numbers. Streams with different names are independent of each other and of call order. */
export type Rng = {
  /** A new stream, fixed by this stream's name and the label alone (not by how much was drawn from this one). */
  fork(label: string): Rng;
  /** Uniform in [0, 1), 32 bits of it random. */
  next(): number;
  /** Uniform integer in [0, below). Throws RangeError unless `below` is an integer of 1 to 2^32. */
  int(below: number): number;
  /** One item, uniformly. Throws RangeError on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** A new array in uniformly random order (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[];
};

/** A stream named by a seed. Generator: sfc32 (Chris Doty-Humphrey, PractRand), its state taken from SHA-256 of the name. */
export function createRng(seed: number | string): Rng {
  return stream(String(seed));
}

function stream(name: string): Rng {
  const digest = createHash('sha256').update(name, 'utf8').digest();
  let a = digest.readUInt32LE(0);
  let b = digest.readUInt32LE(4);
  let c = digest.readUInt32LE(8);
  let counter = 1;
  const next32 = (): number => {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + result) | 0;
    return result >>> 0;
  };
  for (let warmUp = 0; warmUp < 12; warmUp++) next32();
  const int = (below: number): number => {
    if (!Number.isInteger(below) || below < 1 || below > 2 ** 32)
      throw new RangeError(`Cannot draw an integer: expected a bound of 1 to 2^32, found ${below}`);
    // Rejection keeps every value equally likely when 2^32 is no multiple of `below`.
    const limit = 2 ** 32 - (2 ** 32 % below);
    for (;;) {
      const draw = next32();
      if (draw < limit) return draw % below;
    }
  };
  return {
    fork: (label) => stream(`${name}/${label}`),
    next: () => next32() / 2 ** 32,
    int,
    pick: (items) => {
      if (items.length === 0)
        throw new RangeError('Cannot pick an item: expected a list with items, found an empty one');
      return items[int(items.length)]!;
    },
    shuffle: (items) => {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = int(last + 1);
        [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
      }
      return shuffled;
    },
  };
}
