import type { Word } from './words.ts';

// `no more than 5` and `at most 5` both read `at-most 5`.

const phrases: readonly (readonly [string, string])[] = [
  ['at least', 'at-least'],
  ['no less than', 'at-least'],
  ['not less than', 'at-least'],
  ['no fewer than', 'at-least'],
  ['not fewer than', 'at-least'],
  ['no earlier than', 'at-least'],
  ['no sooner than', 'at-least'],
  ['at most', 'at-most'],
  ['no more than', 'at-most'],
  ['not more than', 'at-most'],
  ['no later than', 'at-most'],
  ['no longer than', 'at-most'],
  ['instead of', 'instead'],
  ['rather than', 'instead'],
  ['in place of', 'instead'],
  ['in front of', 'before'],
  ['prior to', 'before'],
  ['ahead of', 'before'],
  ['as soon as', 'once'],
  ['except when', 'unless'],
  ['except if', 'unless'],
  ['not only', 'also'],
  ['no matter', 'whatever'],
  ['whether or not', 'whatever'],
  ['leave out', 'omit'],
  ['left out', 'omit'],
  ['leaving out', 'omit'],
];

type Node = { readonly next: Map<string, Node>; merged: string | null };
const root: Node = { next: new Map(), merged: null };
for (const [phrase, merged] of phrases) {
  let node = root;
  for (const part of phrase.split(' ')) {
    const next = node.next.get(part) ?? { next: new Map(), merged: null };
    node.next.set(part, next);
    node = next;
  }
  node.merged = merged;
}

/** The words with each phrase of the table as one word. */
export function mergePhrases(words: readonly Word[]): readonly Word[] {
  const merged: Word[] = [];
  for (let index = 0; index < words.length; ) {
    let [node, end, text]: [Node | undefined, number, string | null] = [root, index, null];
    for (let at = index; node !== undefined && at < words.length; at++) {
      node = node.next.get(words[at]!.text);
      if (node?.merged != null) [end, text] = [at + 1, node.merged];
    }
    const word = words[index]!;
    merged.push(text === null ? word : { ...word, text, stem: text, name: false, content: text === 'omit' });
    index = text === null ? index + 1 : end;
  }
  return merged;
}
