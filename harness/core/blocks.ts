// A prompt is made of labelled blocks:
//   <question>
//   Which tag fits "12.5"?
//   </question>
// Where a text holds such a label itself, the labels round it are numbered, <question-2>, and the text stays as it was written.

export const blockLabels = [
  'instructions',
  'context',
  'question',
  'attempt',
  'feedback',
  'reflection',
  'lessons',
  'limit',
  'reply',
] as const;
export type BlockLabel = (typeof blockLabels)[number];
export type Blocks = { readonly [label in BlockLabel]?: string };

const anyFence = new RegExp(`</?(?:${blockLabels.join('|')})(?:-(\\d+))?>`, 'g');
const opening = new RegExp(`^<((${blockLabels.join('|')})(?:-\\d+)?)>\\n`, 'gm');

/** Text as a labelled block, unchanged: its labels are such as do not occur in the text, so no text can close the block or pass for one beside it. */
export function renderBlock(label: BlockLabel, text: string): string {
  const inside = new Set([...text.matchAll(anyFence)].map(([, number]) => Number(number ?? 1)));
  let number = 1;
  // One fence inside, of any label, takes its number from all labels.
  while (inside.has(number)) number++;
  const name = number === 1 ? label : `${label}-${number}`;
  return `<${name}>\n${text}\n</${name}>`;
}

/** The blocks of a prompt by label; text outside blocks is left out, a label met twice keeps its last block. */
export function parseBlocks(prompt: string): Blocks {
  const blocks: { [label in BlockLabel]?: string } = {};
  opening.lastIndex = 0;
  for (let match = opening.exec(prompt); match !== null; match = opening.exec(prompt)) {
    const start = match.index + match[0].length;
    const closing = `\n</${match[1]}>`;
    const end = prompt.indexOf(closing, start - 1);
    if (end < 0) continue;
    blocks[match[2] as BlockLabel] = prompt.slice(start, Math.max(end, start));
    opening.lastIndex = end + closing.length;
  }
  return blocks;
}
