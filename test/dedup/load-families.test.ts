import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type Family, type Half, loadFamilies } from '../../benchmarks/dedup/load-families.ts';
import { UserError } from '../../harness/core/failure.ts';
import { normaliseText } from '../../harness/embedding/cosine.ts';

const root = mkdtempSync(join(tmpdir(), 'ace-families-'));
afterAll(() => rmSync(root, { recursive: true }));

function written(files: { readonly [name: string]: unknown }): string {
  const folder = mkdtempSync(join(root, 'case-'));
  mkdirSync(join(folder, 'dev'));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, 'dev', name), typeof content === 'string' ? content : stringify(content));
  return folder;
}

function family(id: string): Omit<Family, 'domain'> {
  return {
    id,
    rule: `${id}: sort by date.`,
    paraphrases: [`${id}: order by date.`],
    contradictions: [`${id}: sort by name.`],
    reworded_contradictions: [`${id}: dates do not matter.`],
    related: [`${id}: dates are UTC.`],
  };
}

test('loadFamilies() reads the files of a half by name, each family with its domain', async () => {
  const folder = written({
    'sql.yaml': [family('sql-001')],
    'apps.yaml': [family('apps-001'), family('apps-002')],
    'notes.txt': '-',
  });
  const families = await loadFamilies('dev', folder);
  expect(families.map(({ id, domain }) => `${domain}/${id}`)).toEqual([
    'apps/apps-001',
    'apps/apps-002',
    'sql/sql-001',
  ]);
  expect(families[2]).toEqual({ ...family('sql-001'), domain: 'sql' });
});

const { rule: _, ...ruleless } = family('a-1');
test.each<[string, unknown, RegExp]>([
  ['a key too many', [{ ...family('a-1'), note: 'x' }], /a\.yaml family a-1, found: Unrecognized key: "note"/],
  ['a missing rule', [family('a-0'), ruleless], /a\.yaml family a-1, found at rule: /],
  ['a family without an id', [{ ...family('a-1'), id: 7 }], /a\.yaml family number 1, found at id: /],
  ['a list without texts', [{ ...family('a-1'), related: [] }], /family a-1, found at related: /],
  [
    'an empty text',
    [{ ...family('a-1'), paraphrases: ['x', ' '] }],
    /family a-1, found at paraphrases\.1: expected a text/,
  ],
  ['an id twice', [family('a-1'), family('a-1')], /expected ids to differ, found a-1 in a\.yaml and again in a\.yaml/],
  [
    'a text twice',
    [family('a-1'), { ...family('a-2'), related: ['a-1:  sort by name. '] }],
    /"a-1: {2}sort by name\. " of a\.yaml family a-2 also in a\.yaml family a-1/,
  ],
  [
    'a text twice in one family',
    [{ ...family('a-1'), related: ['same', 'same'] }],
    /"same" of a\.yaml family a-1 also in/,
  ],
  ['no list', 'rule: x', /a list of families in .*a\.yaml, found a value of type object/],
  ['an empty file', '', /a list of families in .*a\.yaml, found nothing/],
  ['broken YAML', '- id: a\n  rule: "x', /expected YAML in .*a\.yaml line 2, found this: /],
])('loadFamilies() refuses %s, with file and family', async (_, content, message) => {
  const loading = loadFamilies('dev', written({ 'a.yaml': content }));
  await expect(loading).rejects.toThrow(message);
  await expect(loading).rejects.toBeInstanceOf(UserError);
});

test('loadFamilies() refuses a text that two domains share', async () => {
  const folder = written({ 'a.yaml': [family('a-1')], 'b.yaml': [{ ...family('b-1'), rule: 'a-1: sort by date.' }] });
  await expect(loadFamilies('dev', folder)).rejects.toThrow(/of b\.yaml family b-1 also in a\.yaml family a-1/);
});

test('loadFamilies() says where there are no families', async () => {
  await expect(loadFamilies('dev', written({}))).rejects.toThrow(/expected YAML files in .*dev, found none/);
  await expect(loadFamilies('test', written({}))).rejects.toThrow(/expected a folder at .*test, found ENOENT/);
});

test.each<Half>(['test', 'dev'])(
  'the %s half has four paraphrases, five contradictions and two related rules a family',
  async (half) => {
    const families = await loadFamilies(half);
    const odd = families.filter(
      ({ paraphrases, contradictions, reworded_contradictions, related }) =>
        `${paraphrases.length} ${contradictions.length} ${reworded_contradictions.length} ${related.length}` !==
        '4 3 2 2',
    );
    expect(odd.map(({ id }) => id)).toEqual([]);
  },
);

test('the test half has at least 600 contradictions over five domains, and shares no family and no text with the dev half', async () => {
  const [tested, dev] = await Promise.all([loadFamilies('test'), loadFamilies('dev')]);
  const contradictions = tested.flatMap((item) => [...item.contradictions, ...item.reworded_contradictions]);
  expect(contradictions.length).toBeGreaterThanOrEqual(600);
  expect(new Set(tested.map(({ domain }) => domain)).size).toBeGreaterThanOrEqual(5);
  const seen = new Set(dev.flatMap(textsOf));
  expect(tested.flatMap(textsOf).filter((text) => seen.has(text))).toEqual([]);
});

function textsOf({ domain: _, ...family }: Family): readonly string[] {
  return Object.values(family).flat().map(normaliseText);
}
