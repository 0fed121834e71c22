const open = /<(?:think|thinking|reasoning|thought)>/i;
const closed = /<(think|thinking|reasoning|thought)>[\s\S]*?<\/\1>/gi;
const lastClose = /^[\s\S]*<\/(?:think|thinking|reasoning|thought)>/i;

/**
 * A reply without what its model thought aloud: whole blocks, all before a block's end that has no beginning, since some servers cut it off, and
 * all behind a beginning that has no end. Drafts in there are no answers.
 */
export function setReasoningAside(reply: string): { readonly text: string; readonly isAside: boolean } {
  // Only where it opens the reply or stands before any JSON: a value may speak of such a block.
  const blocks = reply.replace(closed, (block, _name, at: number) => (isOutside(reply, at) ? '' : block));
  const end = lastClose.exec(blocks);
  const behind = end !== null && isOutside(blocks, end[0].length - 1) ? blocks.slice(end[0].length) : blocks;
  const start = open.exec(behind);
  const text = start !== null && isOutside(behind, start.index) ? behind.slice(0, start.index) : behind;
  return { text, isAside: text !== reply };
}

/** False within a string of JSON: an odd number of quotes stands before, from the first brace on. */
function isOutside(text: string, at: number): boolean {
  const brace = text.search(/[{[]\s*["{[]/);
  if (brace < 0 || brace >= at) return true;
  let quotes = 0;
  for (let index = brace; index < at; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"') quotes++;
  }
  return quotes % 2 === 0;
}
