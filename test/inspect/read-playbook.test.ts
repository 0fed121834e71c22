import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPlaybook, writePlaybook } from '../../harness/inspect/read-playbook.ts';
import { tempFolder } from '../records/temp-folder.ts';

function file(name: string, content: string | Uint8Array): string {
  const path = join(tempFolder(), name);
  writeFileSync(path, content);
  return path;
}

it('readPlaybook() knows which bullets have counters', () => {
  const path = file('mixed.txt', '## A\r\n[a-1] helpful=0 harmful=2 :: One.\r\n[a-2] Two.\r\n');
  const { playbook, counted } = readPlaybook(path);
  expect(playbook.bullets.map(({ id, harmful }) => [id, harmful])).toEqual([
    ['a-1', 2],
    ['a-2', 0],
  ]);
  expect([...counted]).toEqual(['a-1']);
});

it('writePlaybook() writes counters only where the file had any', () => {
  const plain = '\\[a note]\n\n## A\n[a-1] One.\n[a-2] Two.';
  const counted = '## A\n[a-1] helpful=0 harmful=2 :: One.\n[a-2] helpful=0 harmful=0 :: Two.';
  for (const text of [plain, counted]) {
    const read = readPlaybook(file('again.txt', text));
    expect(writePlaybook(read.playbook, read)).toBe(text);
  }
});

it.each<[string, string | Uint8Array, RegExp]>([
  [
    'a binary file',
    Uint8Array.of(91, 97, 0, 1),
    /expected a playbook as UTF-8 text, found a binary file \(a zero byte at 2\)/,
  ],
  [
    'bytes that are no UTF-8',
    Uint8Array.of(91, 97, 0xff, 0xfe),
    /expected a playbook as UTF-8 text, found bytes that are no UTF-8/,
  ],
  ['an empty file', '', /expected a playbook, found an empty file/],
  ['white space', ' \n\n', /expected a playbook, found white space alone/],
  [
    'a text without bullets',
    '# Notes\nNone yet.\n',
    /expected bullets such as "\[abc-00001\] text", found none in 2 lines/,
  ],
])('readPlaybook() refuses %s', (_, content, message) => {
  expect(() => readPlaybook(file('bad.txt', content))).toThrow(message);
});

it('readPlaybook() refuses what is no file', () => {
  const folder = tempFolder();
  expect(() => readPlaybook(folder)).toThrow(/expected a playbook file, found a folder \(playbook show/);
  expect(() => readPlaybook(join(folder, 'none'))).toThrow(/expected a playbook file, found no such file/);
});

it('readPlaybook() reads 50,000 lines of any kind', () => {
  const many = <T>(make: (index: number) => T) => Array.from({ length: 50_000 }, (_, index) => make(index));
  const bullets = file('bullets.txt', ['## A', ...many((index) => `[a-${index}] Text ${index}.`)].join('\n'));
  expect(readPlaybook(bullets).playbook.bullets).toHaveLength(50_000);
  const continued = file('continued.txt', ['## A', '[a-1] One', ...many((index) => `and ${index}`)].join('\n'));
  expect(readPlaybook(continued).playbook.bullets[0]!.text).toMatch(/^One and 0 and 1 .* and 49999$/);
  const headers = file('headers.txt', [...many((index) => `## Part ${index}`), '[p-1] One.'].join('\n'));
  expect(readPlaybook(headers).playbook.bullets[0]!.section).toBe('Part 49999');
});
