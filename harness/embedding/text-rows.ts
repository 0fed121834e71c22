import type { Embedder } from '../core/embedder.ts';
import { normaliseText } from './cosine.ts';
import { type Found, type VectorMatrix, vectorMatrix } from './vector-matrix.ts';

/** Anything with a text that never changes, such as a bullet. */
export type Texted = { readonly text: string };

/**
 * Remembers texts and their vectors between comparisons. It is a memo only: what it answers depends on the texts alone, never on what
 * it met before. Nothing is forgotten while it lives: one vector per distinct text.
 */
export type TextRows = {
  /**
   * A small number per item, equal iff the normalised texts are equal. An object that stands where it stood in the list before, or a
   * little earlier since some are gone, costs a comparison; any other, a look-up of its text.
   */
  ids(items: readonly Texted[]): Uint32Array;
  /** The number of one text, such as a newly written one. */
  id(text: string): number;
  /** How many ids there are: all are below. */
  size(): number;
  /** The normalised text of an id: what is embedded. */
  text(id: number): string;
  /** Gets the vectors of ids that have none yet, in one call of the embedder; none where nothing is missing. */
  embed(ids: Uint32Array, embedder: Embedder): Promise<void>;
  /** As VectorMatrix's, over ids. Unless there is nothing to compare with, both sides must be embedded; RangeError where the first is not. */
  nearest(id: number, among: Uint32Array, threshold: number): Found | null;
  above(id: number, among: Uint32Array, threshold: number): readonly Found[];
};

/** An empty memo for vectors of so many numbers. */
export function textRows(dims: number, matrix: VectorMatrix = vectorMatrix(dims)): TextRows {
  const idOfText = new Map<string, number>();
  const texts: string[] = [];
  const embedded: boolean[] = [];
  let last: { readonly items: readonly Texted[]; readonly ids: Uint32Array } = { items: [], ids: new Uint32Array() };

  function idOf(text: string): number {
    // A text that is found is its own normalised form.
    const known = idOfText.get(text) ?? idOfText.get(normaliseText(text));
    if (known !== undefined) return known;
    const id = texts.push(normaliseText(text)) - 1;
    idOfText.set(texts[id]!, id);
    embedded.push(false);
    return id;
  }

  function vectorOf(id: number): Float32Array {
    if (!embedded[id]) throw new RangeError(`Cannot compare text ${id}: expected it to be embedded, found no vector`);
    return matrix.row(id);
  }

  return {
    ids: (items) => {
      const ids = new Uint32Array(items.length);
      let at = 0;
      for (let index = 0; index < items.length; index++) {
        const item = items[index]!;
        const place = placeOf(item, last.items, at);
        ids[index] = place === null ? idOf(item.text) : last.ids[place]!;
        at = (place ?? at) + 1;
      }
      // Copies, since the caller may change either.
      last = { items: items.slice(), ids: ids.slice() };
      return ids;
    },
    id: idOf,
    size: () => texts.length,
    text: (id) => texts[id]!,
    embed: async (ids, embedder) => {
      const missing = new Set<number>();
      for (let index = 0; index < ids.length; index++) if (!embedded[ids[index]!]) missing.add(ids[index]!);
      if (missing.size === 0) return;
      const vectors = await embedder.embed([...missing].map((id) => texts[id]!));
      for (const [nth, id] of [...missing].entries()) {
        matrix.set(id, vectors[nth]!);
        embedded[id] = true;
      }
    },
    nearest: (id, among, threshold) => (among.length === 0 ? null : matrix.nearest(vectorOf(id), among, threshold)),
    above: (id, among, threshold) => (among.length === 0 ? [] : matrix.above(vectorOf(id), among, threshold)),
  };
}

// How many that are gone in one place are looked past before a text is looked up instead.
const lookAhead = 16;

/** Where an item stands in a list at or soon after a place; null where it does not. */
function placeOf(item: Texted, list: readonly Texted[], from: number): number | null {
  const end = Math.min(list.length, from + lookAhead);
  for (let place = from; place < end; place++) if (list[place] === item) return place;
  return null;
}

const memory = new WeakMap<object, Map<string, TextRows>>();

/**
 * The memo of an owner for an embedder's vectors; it lives as long as the owner. The owner must belong to one run: a run's meter counts
 * the texts that the run needed for the first time, so it must be asked for those that another run has embedded.
 */
export function textRowsOf(owner: object, { id, dims }: Pick<Embedder, 'id' | 'dims'>): TextRows {
  const key = `${dims} ${id}`;
  const known = memory.get(owner)?.get(key);
  if (known !== undefined) return known;
  const rows = textRows(dims);
  memory.set(owner, new Map(memory.get(owner)).set(key, rows));
  return rows;
}
