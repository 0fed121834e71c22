import { existsSync, linkSync, symlinkSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dedupRefineCommand, type DedupRefineOptions } from '../../harness/cli/dedup-refine-command.ts';
import { type Encoder, encoderEmbedder } from '../../harness/embedding/encoder-embedder.ts';
import { type EmbedderSetup, registry } from '../../harness/registry.ts';
import type { RefinedFile } from '../../harness/inspect/refine-file.ts';
import { said } from './in-process.ts';
import { contentOf, createWorkspace } from './workspace.ts';

const workspace = createWorkspace();
const cache = workspace.path('cache');
afterAll(workspace.remove);

const text = `## HABITS
[h-1] helpful=2 harmful=0 :: Ask for page 0 first when you list the invoices.
[h-2] helpful=0 harmful=1 :: Ask for page 1 first when you list the invoices.
[h-3] helpful=1 harmful=1 :: When you list the invoices, ask for page 0 first.

## MORE
[m-4] helpful=0 harmful=0 :: Ask for page 0 first when you list the invoices.
[m-5] helpful=5 harmful=0 :: Delete drafts only after a copy was kept.`;
const file = workspace.write('playbook.txt', text);

const plain: DedupRefineOptions = {
  threshold: 0.8,
  embedder: 'hash',
  guards: ['all'],
  scope: 'playbook',
  onDuplicate: 'drop',
  near: 0.1,
};

function refine(path: string, options: Partial<DedupRefineOptions> = {}, parts = {}) {
  return said((deps) => dedupRefineCommand(path, { ...plain, ...options }, deps), cache, parts);
}

async function reportOf(options: Partial<DedupRefineOptions>, path = file) {
  return JSON.parse((await refine(path, { ...options, json: true })).stdout) as RefinedFile & {
    readonly written: string | null;
  };
}

const mergesOf = ({ merged }: RefinedFile) => merged.map(({ from, into }) => `${from} ${into}`);

describe('dedup refine', () => {
  it('works from the command line, writes nothing unless told, and is done in a second pass', async () => {
    const args = ['dedup', 'refine', 'playbook.txt', '--embedder', 'hash', '--threshold', '0.8'];
    const shown = await workspace.aceBench(args);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain('embedder hash-256/1\nduplicates: cosine > 0.8, guards numbers, negation,');
    expect(shown.stdout).toContain('5 -> 3 bullets, ');
    expect(shown.stdout).toMatch(/\n {2}\[m-4\] -> \[h-1\] {2}1\.0000\n/);
    expect(shown.stdout).toMatch(/kept apart by a guard: \d\n {2}\[h-1\] \[h-2\] {2}0\.\d{4} {2}numbers\n/);
    expect(shown.stdout).toMatch(/nothing written \(--out FILE writes the refined playbook\)\n$/);
    const written = await workspace.aceBench([...args, '--out', 'once.txt']);
    expect(written.stdout).toMatch(/\nwritten to once\.txt\n$/);
    const again = await refine(workspace.path('once.txt'), { out: workspace.path('twice.txt') });
    expect(again.stdout).toContain('3 -> 3 bullets');
    expect(readFileSync(workspace.path('twice.txt'))).toEqual(readFileSync(workspace.path('once.txt')));
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('keeps counters, and gives none to a file that has none', async () => {
    await refine(file, { out: workspace.path('counted.txt') });
    expect(readFileSync(workspace.path('counted.txt'), 'utf8')).toContain(
      '[h-1] helpful=3 harmful=1 :: Ask for page 0',
    );
    const bare = workspace.write('bare.txt', text.replaceAll(/ helpful=\d+ harmful=\d+ ::/g, ''));
    await refine(bare, { out: workspace.path('bare-out.txt') });
    const out = readFileSync(workspace.path('bare-out.txt'), 'utf8');
    expect(out).toContain('[h-1] Ask for page 0');
    expect(out).not.toContain('helpful');
  });

  it('follows threshold, guards, scope and rule', async () => {
    expect(mergesOf(await reportOf({}))).toEqual(['h-3 h-1', 'm-4 h-1']);
    expect(mergesOf(await reportOf({ threshold: 0.999 }))).toEqual(['m-4 h-1']);
    expect(mergesOf(await reportOf({ threshold: 1 }))).toEqual([]);
    expect(mergesOf(await reportOf({ guards: ['none'] }))).toEqual(['h-2 h-1', 'h-3 h-1', 'm-4 h-1']);
    expect(mergesOf(await reportOf({ guards: ['negation', 'order'] }))).toContain('h-2 h-1');
    expect(mergesOf(await reportOf({ scope: 'section' }))).toEqual(['h-3 h-1']);
    expect(mergesOf(await reportOf({ onDuplicate: 'replace' }))).toContain('h-1 h-3');
    expect((await reportOf({ threshold: 0.999, near: 0 })).nearPairCount).toBe(0);
    expect((await reportOf({ threshold: 0.999, near: 0.5 })).nearPairCount).toBeGreaterThan(0);
  });

  it('--dry-run writes nothing even with --out', async () => {
    const { stdout } = await refine(file, { out: workspace.path('never.txt'), dryRun: true });
    expect(stdout).toMatch(/nothing written \(--dry-run\)$/);
    expect(existsSync(workspace.path('never.txt'))).toBe(false);
  });

  it('overwrites a file only with --force, what it reads too, and a link or a device never', async () => {
    const input = workspace.write('input.txt', text);
    linkSync(input, workspace.path('other-name.txt'));
    for (const out of [input, workspace.path('other-name.txt'), workspace.path('./cache/../input.txt')]) {
      const { code, stderr } = await refine(input, { out });
      expect([code, stderr]).toEqual([
        2,
        [expect.stringMatching(/expected a place for a new file, found a file \(--force overwrites it\)$/)],
      ]);
    }
    expect(readFileSync(input, 'utf8')).toBe(text);
    expect(await refine(input, { out: input, force: true })).toMatchObject({ code: 0 });
    expect(readFileSync(input, 'utf8')).not.toContain('m-4');
    symlinkSync(input, workspace.path('link.txt'));
    for (const [out, what] of [
      [workspace.path('link.txt'), 'a symbolic link'],
      ['/dev/null', 'a device'],
      [workspace.path('cache'), 'a folder'],
    ] as const) {
      const { code, stderr } = await refine(input, { out, force: true });
      expect([code, stderr]).toEqual([2, [expect.stringContaining(`expected a place for a new file, found ${what}`)]]);
    }
  });

  it('reads 50,000 lines', async () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `[b-${index + 1}] Rule ${index % 300} of the house.`);
    const long = workspace.write('long.txt', ['## A', ...lines].join('\n'));
    const { code, stdout, stderr } = await refine(long, { guards: ['none'], threshold: 0.999999, near: 0 });
    expect([code, stderr]).toEqual([
      0,
      [expect.stringMatching(/^up to 1250 million pairs of 50,000 bullets: this takes a while$/)],
    ]);
    expect(stdout).toContain('50,000 -> 300 bullets');
  });

  it('says where texts are longer than the window of the embedder', async () => {
    const load = async (): Promise<Encoder> => ({
      tokenIds: (words) => words.split(' ').map((word) => word.length),
      hiddenStates: async (texts) => {
        const width = Math.max(...texts.map((ids) => ids.length));
        return Float32Array.from(
          texts.flatMap((ids) => Array.from({ length: width }, (_, place) => [1, ids[place] ?? 0]).flat()),
        );
      },
    });
    const narrow = {
      about: 'reads four words',
      load: async () => ({
        options: z.strictObject({}),
        create: (_: object, { warn }: EmbedderSetup) =>
          encoderEmbedder({ id: 'narrow/4', dims: 2, window: 4, load, warn }),
      }),
    };
    const parts = { registry: { ...registry, embedders: { ...registry.embedders, narrow } } };
    const { stdout, stderr } = await refine(file, { embedder: 'narrow' }, parts);
    expect(stdout).toContain('embedder narrow/4');
    expect(stderr).toEqual([
      expect.stringMatching(/^narrow\/4 reads the first 4 tokens of a text: \d of \d texts are longer/),
    ]);
  });

  it.each<[string, Partial<DedupRefineOptions>, RegExp]>([
    [
      'a misspelt guard',
      { guards: ['nubers'] },
      /guards to be of all, none, numbers, .*, found "nubers"; did you mean "numbers"\?$/,
    ],
    [
      'none and a guard at once',
      { guards: ['none', 'order'] },
      /expected guards to be none or others, found none, order$/,
    ],
    ['a misspelt embedder', { embedder: 'hush' }, /embedder to be one of .*, found "hush"; did you mean "hash"\?$/],
    [
      'a scope that is none',
      { scope: 'sections' },
      /scope to be one of playbook, section, found "sections"; did you mean "section"\?$/,
    ],
    [
      'a rule that asks a model',
      { onDuplicate: 'llm' },
      /--on-duplicate to be one of drop, merge, replace, found "llm"$/,
    ],
    [
      'a place where nothing can be written',
      { out: workspace.path('none/out.txt') },
      /expected a place where a file can be written, found ENOENT$/,
    ],
  ])('refuses %s and writes nothing', async (_, options, message) => {
    const before = contentOf(workspace.path('.'));
    const { code, stdout, stderr } = await refine(file, { out: workspace.path('refused.txt'), ...options });
    expect([code, stdout, stderr]).toEqual([2, '', [expect.stringMatching(message)]]);
    expect(contentOf(workspace.path('.'))).toEqual(before);
  });
});
