import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../harness/core/embedder.ts';
import { normaliseText } from '../../harness/embedding/cosine.ts';
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { type Texted, type TextRows, textRows, textRowsOf } from '../../harness/embedding/text-rows.ts';
import { plainAbove, plainNearest } from '../bench/plain-refine.ts';

const inner = hashEmbedder({ dims: 16 });
const text = fc.oneof(
  fc.stringMatching(/^[ab]{1,3} ?[ab]{0,2}$/),
  fc.constantFrom('', ' ', 'caf\u00e9', 'cafe\u0301', ' a', 'a ', 'a\u00a0 b'),
);

/** Playbooks of several rounds: bullets stay, go, move, are copied with the same text or with another one, and new ones come. */
const rounds: fc.Arbitrary<readonly (readonly Texted[])[]> = fc
  .array(
    fc.record({
      fates: fc.array(fc.constantFrom('stay', 'stay', 'stay', 'go', 'copy', 'change', 'first'), {
        minLength: 40,
        maxLength: 40,
      }),
      texts: fc.array(text, { minLength: 1, maxLength: 12 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((steps) => {
    let items: readonly Texted[] = [];
    return steps.map(({ fates, texts }) => {
      const kept = items.map((item, at) => ({ item, fate: fates[at % fates.length]! }));
      const old = kept.flatMap(({ item, fate }) => {
        if (fate === 'go' || fate === 'first') return [];
        if (fate === 'copy') return [{ ...item }];
        return fate === 'change' ? [{ text: texts[0]! }] : [item];
      });
      const moved = kept.filter(({ fate }) => fate === 'first').map(({ item }) => item);
      items = [...moved, ...old, ...texts.map((value) => ({ text: value }))];
      return items;
    });
  });

describe('textRows()', () => {
  it('gives equal ids iff normalised texts are equal, whatever it met before', () => {
    fc.assert(
      fc.property(rounds, (playbooks) => {
        const rows = textRows(16);
        for (const playbook of playbooks) {
          const ids = [...rows.ids(playbook)];
          const texts = playbook.map((item) => normaliseText(item.text));
          expect(ids.map((id) => rows.text(id))).toEqual(texts);
          expect(playbook.map((item) => rows.id(item.text))).toEqual(ids);
          expect(new Set(ids).size).toBe(new Set(texts).size);
          expect(ids.every((id) => id < rows.size())).toBe(true);
        }
      }),
    );
  });

  it('finds what plain loops find, and asks for each text once, with a memo of all rounds as with none', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, fc.constantFrom(0, 0.3, 0.85, 1), async (playbooks, threshold) => {
        const asked: string[][] = [];
        const warm = textRows(16);
        for (const playbook of playbooks) {
          const found = await lastAgainstOthers(warm, playbook, listening(asked), threshold);
          expect(found).toEqual(await lastAgainstOthers(textRows(16), playbook, inner, threshold));
          const vectors = await inner.embed(playbook.map((item) => normaliseText(item.text)));
          const others = vectors.slice(0, -1);
          expect(found.nearest).toEqual(plainNearest(vectors.at(-1)!, others, threshold));
          expect(found.above).toEqual(plainAbove(vectors.at(-1)!, others, threshold));
        }
        // So a meter that counts the texts of a run when they are first asked for reads the same.
        const texts = playbooks.flat().map((item) => normaliseText(item.text));
        expect(asked.flat()).toEqual([...new Set(texts)]);
      }),
      { numRuns: 60 },
    );
  });

  it('reads no text of an object that stayed, be it that some before it are gone', () => {
    const rows = textRows(16);
    let reads = 0;
    const items = Array.from({ length: 100 }, (_, index) => ({
      get text() {
        reads++;
        return `text ${index}`;
      },
    }));
    const before = rows.ids(items);
    reads = 0;
    const stayed = [...items.slice(12, 40), ...items.slice(50, 70), ...items.slice(80)];
    const after = rows.ids([...stayed, { text: 'new' }]);
    expect(reads).toBe(0);
    expect([...after]).toEqual([...before.filter((id) => stayed.includes(items[id]!)), 100]);
    rows.ids([...items.slice(40, 50), { text: 'new' }]);
    expect(reads).toBe(10);
  });

  it('is not misled by a list or by ids that the caller changes afterwards', () => {
    const rows = textRows(16);
    const items = [{ text: 'a' }, { text: 'b' }];
    const texts = (): readonly string[] => [...rows.ids(items)].map((id) => rows.text(id));
    rows.ids(items).reverse();
    expect(texts()).toEqual(['a', 'b']);
    items.reverse();
    expect(texts()).toEqual(['b', 'a']);
  });

  it('asks again for texts whose embedding failed, and for none that are known', async () => {
    const rows = textRows(16);
    const ids = rows.ids([{ text: 'a' }, { text: 'b' }, { text: ' a ' }]);
    const failing: Embedder = { ...inner, embed: () => Promise.reject(new Error('no connection')) };
    await expect(rows.embed(ids, failing)).rejects.toThrow('no connection');
    expect(() => rows.nearest(0, ids, 0)).toThrow('Cannot compare text 0: expected it to be embedded, found no vector');
    const asked: string[][] = [];
    await rows.embed(ids.subarray(0, 1), listening(asked));
    await rows.embed(ids, listening(asked));
    await rows.embed(ids, listening(asked));
    expect(asked).toEqual([['a'], ['b']]);
  });

  it('keeps right when two comparisons run at the same time', async () => {
    const rows = textRows(16);
    const lists = [
      [{ text: 'a b' }, { text: 'b a' }, { text: 'aa b' }],
      [{ text: 'b a' }, { text: 'aa' }, { text: 'a b' }],
    ];
    const found = await Promise.all(lists.map((list) => lastAgainstOthers(rows, list, listening([], 5), 0)));
    for (const [nth, list] of lists.entries()) {
      expect(found[nth]).toEqual(await lastAgainstOthers(textRows(16), list, inner, 0));
    }
  });

  it('needs no vector where there is nothing to compare with', () => {
    const rows = textRows(16);
    const [id] = rows.ids([{ text: 'a' }]);
    expect(rows.nearest(id!, new Uint32Array(0), 0)).toBeNull();
    expect(rows.above(id!, new Uint32Array(0), 0)).toEqual([]);
    expect(() => rows.above(id!, Uint32Array.of(id!), 0)).toThrow('Cannot compare text 0');
  });

  it('refuses vectors of another length', async () => {
    const rows = textRows(16);
    await expect(rows.embed(rows.ids([{ text: 'a' }]), hashEmbedder({ dims: 8 }))).rejects.toThrow(
      'expected 16 numbers, found 8',
    );
  });
});

describe('textRowsOf()', () => {
  it('is one memo per owner and embedder', () => {
    const [owner, other] = [{}, {}];
    const rows = textRowsOf(owner, inner);
    expect(textRowsOf(owner, { ...inner })).toBe(rows);
    expect(textRowsOf(other, inner)).not.toBe(rows);
    expect(textRowsOf(owner, hashEmbedder({ dims: 32 }))).not.toBe(rows);
    expect(textRowsOf(owner, { id: 'another', dims: 16 })).not.toBe(rows);
    expect(textRowsOf(owner, inner)).toBe(rows);
  });
});

async function lastAgainstOthers(rows: TextRows, items: readonly Texted[], embedder: Embedder, threshold: number) {
  const ids = rows.ids(items);
  await rows.embed(ids, embedder);
  const [last, others] = [ids.at(-1)!, ids.subarray(0, -1)];
  return { nearest: rows.nearest(last, others, threshold), above: rows.above(last, others, threshold) };
}

function listening(asked: string[][], delayMs = 0): Embedder {
  return {
    ...inner,
    embed: async (texts) => {
      asked.push([...texts]);
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      return inner.embed(texts);
    },
  };
}
