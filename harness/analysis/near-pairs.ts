import type { Embedder } from '../core/embedder.ts';
import { textRows } from '../embedding/text-rows.ts';
import { type GuardName, vetoOf } from '../playbook/guards.ts';
import type { Bullet } from '../playbook/playbook.ts';
import type { RefineScope } from '../playbook/refine.ts';

/** Two bullets, the elder first, that are near in cosine; `guard` is the first that would keep them apart. */
export type NearPair = {
  readonly a: string;
  readonly b: string;
  readonly texts: readonly [a: string, b: string];
  readonly cosine: number;
  /** Equal but for white space. */
  readonly isCopy: boolean;
  readonly guard: GuardName | null;
};

export type NearPairsOptions = {
  /** Pairs whose cosine exceeds this, strictly, and is at most `atMost`. */
  readonly above: number;
  readonly atMost: number;
  readonly scope: RefineScope;
  readonly guards: readonly GuardName[];
};

/**
 * Visits the near pairs of bullets, by the younger one in order of addition. A repeated text is near the first bullet that has it, with
 * cosine 1, and to no other, so that a thousand copies are no million pairs. Throws what the embedder throws.
 */
export async function nearPairs(
  bullets: readonly Bullet[],
  embedder: Embedder,
  { above, atMost, scope, guards }: NearPairsOptions,
  visit: (pair: NearPair) => void,
): Promise<void> {
  const rows = textRows(embedder.dims);
  const ids = rows.ids(bullets);
  // Nothing is near a text that is the only one.
  if (rows.size() > 1 && above < 1) await rows.embed(ids, embedder);
  const groups = new Map<string, Group>();
  const report = (elder: Bullet, younger: Bullet, cosine: number, isCopy: boolean): void => {
    const guard = vetoOf(elder.text, younger.text, guards);
    visit({ a: elder.id, b: younger.id, texts: [elder.text, younger.text], cosine, isCopy, guard });
  };
  for (const [index, bullet] of bullets.entries()) {
    const key = scope === 'section' ? bullet.section : '';
    const group: Group = groups.get(key) ?? { ids: new Uint32Array(bullets.length), bullets: [], firstOf: new Map() };
    groups.set(key, group);
    const id = ids[index]!;
    const first = group.firstOf.get(id);
    if (first !== undefined) {
      if (above < 1 && atMost >= 1) report(first, bullet, 1, true);
      continue;
    }
    const met = group.ids.subarray(0, group.bullets.length);
    if (above < 1) {
      for (const { at, cosine } of rows.above(id, met, above))
        if (cosine <= atMost) report(group.bullets[at]!, bullet, cosine, false);
    }
    group.firstOf.set(id, bullet);
    group.ids[group.bullets.length] = id;
    group.bullets.push(bullet);
  }
}

/** Bullets with texts of their own that are compared with each other. */
type Group = {
  readonly ids: Uint32Array;
  readonly bullets: Bullet[];
  readonly firstOf: Map<number, Bullet>;
};

/** Collects the nearest of many pairs, and counts all. */
export function nearestPairs(most: number) {
  let pairs: NearPair[] = [];
  let count = 0;
  const nearest = (): readonly NearPair[] => {
    pairs = pairs.sort((x, y) => y.cosine - x.cosine).slice(0, most);
    return pairs;
  };
  return {
    add: (pair: NearPair): void => {
      count++;
      pairs.push(pair);
      // Now and then, so that memory stays bounded and sorting is rare.
      if (pairs.length >= 4 * most) nearest();
    },
    nearest,
    count: (): number => count,
  };
}
