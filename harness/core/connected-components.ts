/**
 * Connected components of items that share keys, directly or over others: for each item the index of its component's first item.
 * Union-find with path compression.
 */
export function connectedComponents(keysOfItems: readonly (readonly string[])[]): readonly number[] {
  const parents = keysOfItems.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root]!;
    while (parents[index] !== root) [parents[index], index] = [root, parents[index]!];
    return root;
  };
  const firstWith = new Map<string, number>();
  for (const [index, keys] of keysOfItems.entries()) {
    for (const key of keys) {
      const first = firstWith.get(key);
      if (first === undefined) firstWith.set(key, index);
      else {
        const [a, b] = [rootOf(index), rootOf(first)];
        // The lower one stays, so that a component is named by its first item.
        parents[Math.max(a, b)] = Math.min(a, b);
      }
    }
  }
  return parents.map((_, index) => rootOf(index));
}
