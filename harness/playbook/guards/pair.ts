import { type Reading, readingOf } from './reading.ts';
import type { Word } from './words.ts';

/**
 * Tells whether two texts differ in something that a merge would destroy, whatever their cosine. Pure and symmetric in effect: either order
 * gives the same answer. True is a veto.
 */
export type Guard = (a: string, b: string) => boolean;

/** Two different texts laid side by side. `validate before saving` and `save before validating` share `before` in order; the others moved. */
export type Pair = {
  readonly a: Reading;
  readonly b: Reading;
  /** Words of one text that the other has nowhere. */
  readonly onlyA: readonly Word[];
  readonly onlyB: readonly Word[];
  /** Stems that both have, but at places that no common order explains. */
  readonly moved: number;
  /** Share of words that both have in the same order, 0..1. Below `minFrame` it may be 0, and nothing is laid side by side. */
  readonly frame: number;
};

/** No guard but `numbers` says anything about texts that share less. */
const minFrame = 0.5;

/** Lays two texts side by side, always the same one first; null where they are equal. */
export function pairOf(one: string, other: string): Pair | null {
  const [first, second] = [readingOf(one), readingOf(other)];
  if (first.key === second.key) return null;
  const [a, b] = first.key < second.key ? [first, second] : [second, first];
  if (sharedAtMost(a, b) < minFrame) return { a, b, onlyA: [], onlyB: [], moved: 0, frame: 0 };
  const { left, right, aligned } = align(a.words, b.words);
  const [onlyA, onlyB] = [unmatched(left, right), unmatched(right, left)];
  const total = a.words.length + b.words.length;
  return { a, b, onlyA, onlyB, moved: left.length - onlyA.length, frame: total === 0 ? 0 : (2 * aligned) / total };
}

/** A guard from a question about a pair; equal texts are never vetoed. */
export function guardOf(vetoes: (pair: Pair) => boolean): Guard {
  return (a, b) => {
    const pair = pairOf(a, b);
    return pair !== null && vetoes(pair);
  };
}

/** An upper bound of `frame` that costs next to nothing. */
function sharedAtMost(a: Reading, b: Reading): number {
  let [inA, inB] = [0, 0];
  for (const { stem } of a.words) if (b.stems.has(stem)) inA++;
  for (const { stem } of b.words) if (a.stems.has(stem)) inB++;
  return (2 * Math.min(inA, inB)) / Math.max(1, a.words.length + b.words.length);
}

/** Longest common subsequence by stem, and the words of each side outside of it. */
function align(a: readonly Word[], b: readonly Word[]) {
  let start = 0;
  while (start < a.length && start < b.length && a[start]!.stem === b[start]!.stem) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1]!.stem === b[endB - 1]!.stem) {
    endA--;
    endB--;
  }
  const [rows, columns] = [endA - start, endB - start];
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    const { stem } = a[start + row]!;
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * width + column;
      lengths[at] =
        stem === b[start + column]!.stem
          ? lengths[at + width + 1]! + 1
          : Math.max(lengths[at + width]!, lengths[at + 1]!);
    }
  }
  const [left, right]: [Word[], Word[]] = [[], []];
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    if (row < rows && column < columns && a[start + row]!.stem === b[start + column]!.stem) {
      row++;
      column++;
    } else if (
      column >= columns ||
      (row < rows && lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!)
    )
      left.push(a[start + row++]!);
    else right.push(b[start + column++]!);
  }
  return { left, right, aligned: start + (a.length - endA) + lengths[0]! };
}

/** The words of one side less those of the other, each as often as it is there. */
function unmatched(words: readonly Word[], others: readonly Word[]): readonly Word[] {
  const spare = new Map<string, number>();
  for (const { stem } of others) spare.set(stem, (spare.get(stem) ?? 0) + 1);
  return words.filter(({ stem }) => {
    const left = spare.get(stem) ?? 0;
    if (left > 0) spare.set(stem, left - 1);
    return left === 0;
  });
}
