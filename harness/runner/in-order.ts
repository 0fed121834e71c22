/**
 * Works on items with at most `width` under way and yields the results in the items' order, each as soon as all before it are there.
 * `work` must not reject; memory is bounded by `width`, not by the number of items.
 */
export async function* inOrder<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): AsyncGenerator<R> {
  const underWay: Promise<R>[] = [];
  for (const [index, item] of items.entries()) {
    underWay.push(work(item, index));
    if (underWay.length >= width) yield await underWay.shift()!;
  }
  for (const result of underWay) yield await result;
}
