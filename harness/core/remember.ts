/**
 * A function of text that remembers its results, at most so many: a memo only. When it is full it starts over, which is cheaper than keeping
 * an order of use, and as rare as it is harmless.
 */
export function remember<T>(limit: number, compute: (text: string) => T): (text: string) => T {
  const memory = new Map<string, T>();
  return (text) => {
    const known = memory.get(text);
    if (known !== undefined) return known;
    if (memory.size >= limit) memory.clear();
    const value = compute(text);
    memory.set(text, value);
    return value;
  };
}
