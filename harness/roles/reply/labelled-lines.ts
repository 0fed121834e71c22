import type { BulletType } from '../../core/context-event.ts';

// STRATEGY: Ask for page 0 first.
//   It is the first of them.
// ERROR_PATTERN: Pages counted from 1.

export type LabelledLine = { readonly type: BulletType; readonly text: string };

const label = /^[\s>*-]*[*_]*(strategy|error[ _-]?pattern|tool[ _-]?tip)[*_]*\s*:\s*[*_]*\s*(.*)$/i;
// What ends the lines that go on with an item: an empty one, a heading, the end of a code fence.
const ends = /^\s*(?:$|#|```)/;

/** Advice in lines with a label, each with the lines that go on with it. */
export function labelledLines(text: string): readonly LabelledLine[] {
  const found: { type: BulletType; lines: string[] }[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const match = label.exec(line);
    if (match !== null) {
      found.push({
        type: match[1]!.toLowerCase().replace(/[ -]|(?<=error)(?=pattern)|(?<=tool)(?=tip)/g, '_') as BulletType,
        lines: [match[2]!.trim()],
      });
      isOpen = true;
    } else if (ends.test(line)) isOpen = false;
    else if (isOpen) found.at(-1)!.lines.push(line.trim());
  }
  return found
    .map(({ type, lines }) => ({ type, text: lines.join('\n').trim() }))
    .filter(({ text: advice }) => advice !== '');
}
