// A prompt is made of labelled blocks:
//   <question>
//   Which tag fits "12.5"?
//   </question>

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

const fence = new RegExp(`<(\\\\*)(/?(?:${blockLabels.join('|')}))>`, 'g');
const escapedFence = new RegExp(`<\\\\(\\\\*)(/?(?:${blockLabels.join('|')}))>`, 'g');

/** Text as a labelled block. Anything inside that looks like a fence gets a backslash, so no text can close or open a block. */
export function renderBlock(label: BlockLabel, text: string): string {
  return `<${label}>\n${text.replace(fence, '<\\$1$2>')}\n</${label}>`;
}

/** The blocks of a prompt by label, unescaped; text outside blocks is left out, a label met twice keeps its last block. */
export function parseBlocks(prompt: string): Blocks {
  const blocks: { [label in BlockLabel]?: string } = {};
  for (const label of blockLabels) {
    const end = prompt.lastIndexOf(`\n</${label}>`);
    if (end < 0) continue;
    const opening = `<${label}>\n`;
    const start = prompt.lastIndexOf(opening, end);
    if (start < 0) continue;
    blocks[label] = prompt
      .slice(start + opening.length, Math.max(end, start + opening.length))
      .replace(escapedFence, '<$1$2>');
  }
  return blocks;
}
