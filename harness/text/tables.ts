import { markdownText, plainLine } from './plain-text.ts';

/** Columns as wide as their widest cell, two blanks apart; the first stands left. A row may have fewer cells than the first. */
export function aligned(rows: readonly (readonly string[])[], others: 'left' | 'right' = 'right'): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || others === 'left' ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** A table of at most so many characters a line, columns a blank apart, whose first column stands left; a label too long for it gets a line of its own, since what is cut off might be all that differs. */
export function alignedWithin(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const others = widths.slice(1).reduce((sum, columnWidth) => sum + 1 + columnWidth, 0);
  const first = Math.max(0, Math.min(widths[0]!, width - others));
  return rows.flatMap(([label, ...cells]) => {
    const values = cells.map((cell, index) => ` ${cell.padStart(widths[index + 1]!)}`).join('');
    return label!.length <= first
      ? [`${label!.padEnd(first)}${values}`.trimEnd()]
      : [...wrapped(label!, width), `${' '.repeat(first)}${values}`.trimEnd()];
  });
}

/** A text in lines of at most the width, all but the first indented; a word longer than a line is cut into pieces. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of plainLine(text).split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (joined.length > width && line.trim() !== '') {
      lines.push(line);
      line = `  ${word}`;
    } else line = joined;
    for (; line.length > width; line = `  ${line.slice(width)}`) lines.push(line.slice(0, width));
  }
  return [...lines, line];
}

/** A Markdown table, its first column to the left. */
export function markdownTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  others: 'left' | 'right' = 'right',
): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(' | ')} |`;
  return [
    line(titles),
    `|${titles.map((_, index) => (index === 0 || others === 'left' ? ' --- |' : ' ---: |')).join('')}`,
    ...rows.map(line),
  ];
}
