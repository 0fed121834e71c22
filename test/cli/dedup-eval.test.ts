import { existsSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { dedupEvalCommand, type DedupEvalOptions } from '../../harness/cli/dedup-eval-command.ts';
import type { CliDeps } from '../../harness/cli/cli-deps.ts';
import type { Embedder } from '../../harness/core/embedder.ts';
import { type Encoder, encoderEmbedder } from '../../harness/embedding/encoder-embedder.ts';
import { type EmbedderSetup, type Registry, registry } from '../../harness/registry.ts';
import type { DedupReport } from '../../harness/dedup/evaluate-dedup.ts';
import { createWorkspace } from './workspace.ts';

const workspace = createWorkspace();
afterAll(workspace.remove);

/** Two copies of each text, one of them with another number, one in other words. */
const pairs = Array.from({ length: 12 }, (_, index) => [
  {
    a: `Read page ${index} of the list first.`,
    b: `Read page ${index + 1} of the list first.`,
    label: 'contradiction',
  },
  { a: `Read page ${index} of the list first.`, b: `Of the list, read page ${index} first.`, label: 'duplicate' },
  { a: `Sort by date in view ${index}.`, b: `Never delete the rows that ${index} audits.`, label: 'unrelated' },
]).flat();
const pairsFile = workspace.write('pairs.jsonl', pairs.map((pair) => JSON.stringify(pair)).join('\n'));

/** The command in this process, with what it printed. */
async function evaluate(
  options: Partial<DedupEvalOptions>,
  guards?: Parameters<typeof dedupEvalCommand>[2],
  embedders: Registry['embedders'] = {},
): Promise<{ readonly code: number; readonly text: string; readonly warnings: readonly string[] }> {
  const printed: string[] = [];
  const warnings: string[] = [];
  const deps: CliDeps = {
    registry: { ...registry, embedders: { ...registry.embedders, ...embedders } },
    env: { ACE_BENCH_CACHE: workspace.path('cache') },
    stderr: process.stderr,
    print: (text) => printed.push(text),
    warn: (message) => warnings.push(message),
    onInterrupt: () => new AbortController().signal,
  };
  const code = await dedupEvalCommand({ embedder: 'hash', ceiling: 0.01, ...options }, deps, guards);
  return { code, text: printed.join('\n'), warnings };
}

test('dedup eval measures the labelled rules from the command line, the same each time', async () => {
  const args = [
    'dedup',
    'eval',
    '--embedder',
    'hash',
    '--half',
    'dev',
    '--guards',
    'none',
    '--ceiling',
    '0.5',
    '--out',
    'curves',
  ];
  const first = await workspace.aceBench(args);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const { code, text } = await evaluate({ half: 'dev', guards: ['none'], ceiling: 0.5, out: workspace.path('again') });
  expect(code).toBe(0);
  const shown = (output: string) => output.replaceAll(workspace.path('again'), 'curves').split(/\n+/).filter(Boolean);
  expect(shown(text)).toEqual(shown(first.stdout));
  expect(first.stdout).toMatch(/^dedup eval of hash-256\/1\non the dev half of benchmarks\/dedup: \d+ families/);
  expect(first.stdout).toMatch(
    /at most 50\.0 % of contradictions merge [^\n]*\nhash-256\/1:\nnone +0\.\d\d \(bound \d+\.\d %\)/,
  );
  expect(first.stdout).toContain('Curves: curves/curves.csv, curves/curves.svg');
  const csv = readFileSync(workspace.path('curves/curves.csv'), 'utf8');
  expect(csv.split('\n')[0]).toMatch(/^embedder,pairs,guards,threshold,precision,/);
  expect(csv).toMatch(/^hash-256\/1,the dev half of benchmarks\/dedup,none,0\.3,/m);
  expect(readFileSync(workspace.path('curves/curves.svg'), 'utf8')).toContain('What a cosine threshold merges');
});

test('dedup eval takes a user’s pairs, and asks the guards of each set', async () => {
  const digits = (text: string) => (text.match(/\d+/g) ?? []).sort().join();
  const guards = { numbers: (a: string, b: string) => digits(a) !== digits(b), never: () => false };
  const { code, text } = await evaluate({ pairs: pairsFile, json: true }, guards);
  const report: DedupReport = JSON.parse(text);
  expect(code).toBe(0);
  expect(report).toMatchObject({ embedder: 'hash-256/1', source: pairsFile, ceiling: 0.01 });
  expect(report.classes).toMatchObject({ duplicate: 12, contradiction: 12, related: 0, unrelated: 12 });
  expect(report.sets.map(({ name }) => name)).toEqual(['none', 'numbers', 'never', 'all']);
  const merged = Object.fromEntries(report.sets.map(({ name, curve }) => [name, curve[0]!.merged.contradiction.value]));
  expect(merged).toEqual({ none: 1, numbers: 0, never: 1, all: 0 });
  expect(report.sets.map(({ vetoed }) => vetoed.duplicate.value)).toEqual([0, 0, 0, 0]);
});

test('dedup eval knows the guards of playbooks by name', async () => {
  const { text } = await evaluate({ pairs: pairsFile, json: true, guards: ['none', 'numbers'] });
  const [none, numbers] = (JSON.parse(text) as DedupReport).sets;
  expect(none!.curve[0]!.merged.contradiction.value).toBe(1);
  expect(numbers!.curve[0]!.merged.contradiction.value).toBe(0);
});

test('dedup eval measures the sets of guards that are asked for, each once', async () => {
  const guards = { numbers: () => true, order: () => false };
  const { text } = await evaluate({ pairs: pairsFile, json: true, guards: ['order', 'none', 'order'] }, guards);
  expect((JSON.parse(text) as DedupReport).sets.map(({ name, guards: names }) => [name, names])).toEqual([
    ['order', ['order']],
    ['none', []],
  ]);
});

test('dedup eval says where texts are longer than the window of the embedder', async () => {
  const narrow = {
    about: 'reads four words',
    load: async () => ({
      options: z.strictObject({}),
      create: (_: object, { warn }: EmbedderSetup) => narrowEmbedder(warn),
    }),
  };
  const { text, warnings } = await evaluate({ pairs: pairsFile, embedder: 'narrow', guards: ['none'] }, {}, { narrow });
  expect(text).toContain('dedup eval of narrow/4');
  expect(warnings).toEqual([
    expect.stringMatching(/^narrow\/4 reads the first 4 tokens of a text: \d+ of \d+ texts are longer/),
  ]);
});

/** Tells texts by the lengths of their first words. */
function narrowEmbedder(warn: (message: string) => void): Embedder {
  const load = async (): Promise<Encoder> => ({
    tokenIds: (text) => text.split(' ').map((word) => word.length),
    hiddenStates: async (texts) => {
      const width = Math.max(...texts.map((ids) => ids.length));
      return Float32Array.from(
        texts.flatMap((ids) => Array.from({ length: width }, (_, at) => [1, ids[at] ?? 0]).flat()),
      );
    },
  });
  return encoderEmbedder({ id: 'narrow/4', dims: 2, window: 4, load, warn });
}

test.each<[string, Partial<DedupEvalOptions>, RegExp]>([
  [
    'a misspelt guard',
    { guards: ['none', 'nubers'] },
    /guards to be of none, numbers, order, all, found "nubers"; did you mean "numbers"\?/,
  ],
  [
    'a misspelt embedder',
    { embedder: 'minilmm' },
    /embedder to be one of .*, found "minilmm"; did you mean "minilm"\?/,
  ],
  ['a half that is none', { half: 'tests' }, /half to be one of test, dev, found "tests"; did you mean "test"\?/],
  ['pairs and a half at once', { pairs: pairsFile, half: 'dev' }, /expected --pairs or --half, found both/],
  [
    'a folder that is a file',
    { pairs: pairsFile, out: pairsFile },
    /a folder that can be written at .*pairs\.jsonl, found E/,
  ],
])('dedup eval refuses %s', async (_, options, message) => {
  await expect(evaluate(options, { numbers: () => true, order: () => false })).rejects.toThrow(message);
});

test('dedup eval ends with exit code 2 and one line where a pair or an option is wrong, and writes nothing', async () => {
  workspace.write('bad.jsonl', `${JSON.stringify(pairs[0])}\n{"a": "x", "b": "y", "label": "same"}\n`);
  const args = ['dedup', 'eval', '--embedder', 'hash', '--out', 'never'];
  const label = await workspace.aceBench([...args, '--pairs', 'bad.jsonl']);
  expect(label).toMatchObject({ code: 2, stdout: '' });
  expect(label.stderr).toMatch(/^ace-bench: Cannot read pairs: [^\n]* in bad\.jsonl line 2, found "same"\n$/);
  const ceiling = await workspace.aceBench([...args, '--ceiling', '5']);
  expect(ceiling).toMatchObject({ code: 2, stdout: '' });
  expect(ceiling.stderr).toMatch(/^ace-bench: [^\n]*--ceiling[^\n]*from 0 to 1[^\n]*\n$/);
  expect(existsSync(workspace.path('never'))).toBe(false);
});
