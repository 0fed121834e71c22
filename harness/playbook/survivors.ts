import { type Bullet, markCompared } from './playbook.ts';

/**
 * The bullets that a pass of refine has kept so far, each with the number of its text, in order of addition. A bullet's `order`, its place in
 * the list that the pass goes through, stays the same whatever is removed.
 */
export type Survivors = {
  add(order: number, bullet: Bullet, text: number): void;
  /** Gives a survivor another bullet or text. */
  change(order: number, bullet: Bullet, text: number): void;
  remove(order: number): void;
  bulletAt(order: number): Bullet;
  textAt(order: number): number;
  /** The order of the survivor with a text, the last that was given it; null where there is none. */
  withText(text: number): number | null;
  hasFresh(): boolean;
  /** Survivors to compare with: all, or those that are fresh, but never the one excepted. The texts are void after the next change. */
  group(freshOnly: boolean, except: number | null): Group;
  /** Ends the pass: the survivors, each marked as compared with all others. */
  compared(): readonly Bullet[];
  /** The order of each of `compared()`. */
  orders(): Uint32Array;
};

export type Group = { readonly texts: Uint32Array; orderOf(at: number): number };

/**
 * The survivors of a pass that begins: of all bullets those before the first fresh one, which were compared with each other. `numbers` are
 * those of all bullets' texts, each below `textCount`.
 */
export function survivorsOf(all: readonly Bullet[], first: number, numbers: Uint32Array, textCount: number): Survivors {
  const bullets = all.slice(0, first);
  const texts = numbers.slice();
  const orders = new Uint32Array(numbers.length);
  for (let order = 0; order < orders.length; order++) orders[order] = order;
  // One more than the order of the survivor with a text, so that 0 is none.
  let holders = new Int32Array(textCount);
  let fresh: number[] = [];
  for (let order = 0; order < first; order++) holders[texts[order]!] = order + 1;

  function placeOf(order: number): number {
    let low = 0;
    let high = bullets.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (orders[middle]! < order) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function hold(text: number, order: number): void {
    if (text >= holders.length) {
      const larger = new Int32Array(2 * text + 1);
      larger.set(holders);
      holders = larger;
    }
    holders[text] = order + 1;
  }

  function listFresh(): void {
    fresh = [];
    for (const [place, bullet] of bullets.entries()) if (bullet.fresh) fresh.push(orders[place]!);
  }

  return {
    add: (order, bullet, text) => {
      texts[bullets.length] = text;
      orders[bullets.length] = order;
      bullets.push(bullet);
      hold(text, order);
      if (bullet.fresh) fresh.push(order);
    },
    change: (order, bullet, text) => {
      const place = placeOf(order);
      const wasFresh = bullets[place]!.fresh;
      bullets[place] = bullet;
      holders[texts[place]!] = 0;
      hold(text, order);
      texts[place] = text;
      if (wasFresh !== bullet.fresh) listFresh();
    },
    remove: (order) => {
      const place = placeOf(order);
      const [removed] = bullets.splice(place, 1);
      holders[texts[place]!] = 0;
      texts.copyWithin(place, place + 1);
      orders.copyWithin(place, place + 1);
      if (removed!.fresh) listFresh();
    },
    bulletAt: (order) => bullets[placeOf(order)]!,
    textAt: (order) => texts[placeOf(order)]!,
    withText: (text) => {
      const holder = holders[text] ?? 0;
      return holder === 0 ? null : holder - 1;
    },
    hasFresh: () => fresh.length > 0,
    group: (freshOnly, except) => {
      if (!freshOnly && except === null)
        return { texts: texts.subarray(0, bullets.length), orderOf: (at) => orders[at]! };
      const chosen = (freshOnly ? fresh : Array.from(orders.subarray(0, bullets.length))).filter(
        (order) => order !== except,
      );
      return { texts: Uint32Array.from(chosen, (order) => texts[placeOf(order)]!), orderOf: (at) => chosen[at]! };
    },
    compared: () => {
      for (const order of fresh) bullets[placeOf(order)] = markCompared(bullets[placeOf(order)]!);
      fresh = [];
      return bullets;
    },
    orders: () => orders.slice(0, bullets.length),
  };
}
