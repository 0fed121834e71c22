import type { Embedder } from '../core/embedder.ts';
import { type TextRows, textRows } from '../embedding/text-rows.ts';

// 200 MB of cosines. With more texts, each question goes to the vectors.
const maxTexts = 10_000;
const decimals = 1e6;
const unknown = -2 * decimals;

/**
 * Rows that know the cosines of all pairs of some texts above a floor, computed once for any number of settings; they answer as
 * textRows() does. Below the floor, and of more texts than fit, the vectors are asked. Throws what the embedder throws.
 */
export async function sweepCosines(texts: readonly string[], embedder: Embedder, floor: number): Promise<TextRows> {
  const rows = textRows(embedder.dims);
  await rows.embed(
    Uint32Array.from(texts, (text) => rows.id(text)),
    embedder,
  );
  const size = rows.size();
  if (size > maxTexts) return rows;
  const cosines = allPairs(rows, size, floor);

  /** In millionths: cosines are rounded to as many decimals, so these numbers are exact. */
  function cosineOf(id: number, other: number): number {
    return other <= id ? cosines[rowStart(id) + other]! : cosines[rowStart(other) + id]!;
  }

  return {
    ...rows,
    embed: async (ids) => {
      if (ids.some((id) => id >= size)) throw new RangeError(`Cannot compare: expected ${size} texts, found a new one`);
    },
    nearest: (id, among, threshold) => {
      if (threshold < floor) return rows.nearest(id, among, threshold);
      let at = -1;
      let highest = millionths(threshold);
      for (let place = 0; place < among.length; place++) {
        const cosine = cosineOf(id, among[place]!);
        if (cosine > highest) [at, highest] = [place, cosine];
      }
      return at < 0 ? null : { at, cosine: highest / decimals };
    },
    above: (id, among, threshold) => {
      if (threshold < floor) return rows.above(id, among, threshold);
      const bar = millionths(threshold);
      const found: { readonly at: number; readonly cosine: number }[] = [];
      for (let at = 0; at < among.length; at++) {
        const cosine = cosineOf(id, among[at]!);
        if (cosine > bar) found.push({ at, cosine: cosine / decimals });
      }
      return found.sort((a, b) => b.cosine - a.cosine || a.at - b.at);
    },
  };
}

/** A triangle: the row of each text holds its cosines with those before it and with itself. */
function allPairs(rows: TextRows, size: number, floor: number): Int32Array {
  const cosines = new Int32Array(rowStart(size)).fill(unknown);
  const all = Uint32Array.from({ length: size }, (_, id) => id);
  for (let id = 0; id < size; id++) {
    const start = rowStart(id);
    for (const { at, cosine } of rows.above(id, all.subarray(0, id + 1), floor))
      cosines[start + at] = Math.round(cosine * decimals);
  }
  return cosines;
}

function rowStart(id: number): number {
  return (id * (id + 1)) / 2;
}

/** The most millionths that do not exceed a threshold. */
function millionths(threshold: number): number {
  const near = Math.round(threshold * decimals);
  return near / decimals > threshold ? near - 1 : near;
}
