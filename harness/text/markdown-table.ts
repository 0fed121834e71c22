import { markdownText } from './numbers.ts';

/** A Markdown table: the first column to the left, the others to the right. */
export function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(' | ')} |`;
  return [
    line(titles),
    `|${titles.map((_, index) => (index === 0 ? ' --- |' : ' ---: |')).join('')}`,
    ...rows.map(line),
  ];
}
