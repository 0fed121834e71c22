import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf, layerFaults, type Source } from './layer-faults.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

function sourcesIn(folder: string): readonly Source[] {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.m?ts$/.test(path))
    .map((path) => ({ path, imports: importsOf(path, readFileSync(`${root}${path}`, 'utf8')) }));
}

const sources = ['harness', 'baselines', 'benchmarks'].flatMap(sourcesIn);

describe('the sources', () => {
  it('are read: every layer that there is, and hundreds of arrows', () => {
    expect(sources.length).toBeGreaterThan(150);
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(500);
    const registry = sources.find(({ path }) => path === 'harness/registry.ts');
    expect(registry?.imports).toContain('../baselines/append.ts');
  });

  it('import downwards only', () => {
    expect(layerFaults(sources)).toEqual([]);
  });
});

describe('importsOf()', () => {
  it.each([
    ["import { a } from './x.ts';", './x.ts'],
    ["import './x.ts';", './x.ts'],
    ["import type { A } from './x.ts';", './x.ts'],
    ["import { type A } from './x.ts';", './x.ts'],
    ["export { a } from './x.ts';", './x.ts'],
    ["export type * from './x.ts';", './x.ts'],
    ["const load = () => import('./x.ts');", './x.ts'],
    ['const load = () => import(`./x.ts`);', './x.ts'],
    ["type A = import('./x.ts').A;", './x.ts'],
    ["type A = typeof import('./x.ts')['a'];", './x.ts'],
    ["const x = require('./x.ts');", './x.ts'],
    ["const x = createRequire(import.meta.url)('./x.ts');", './x.ts'],
    ["import x = require('./x.ts');", './x.ts'],
    ["const load = (name: string) => import('./' + name);", '<computed>'],
  ])('finds the import in %s', (text, name) => {
    expect(importsOf('a.ts', text)).toEqual([name]);
  });

  it('is not misled by comments, strings and templates', () => {
    const text =
      "// import './x.ts'\nconst a = \"import './x.ts'\";\nconst b = `import './x.ts'`;\nexport const c = 1;";
    expect(importsOf('a.ts', text)).toEqual([]);
  });
});

describe('layerFaults()', () => {
  it.each([
    ['harness/core/rng.ts', '../llm/limited.ts', 'up'],
    ['harness/llm/simulated.ts', '../embedding/cosine.ts', 'sideways'],
    ['harness/stats/mean.ts', '../llm/metered.ts', 'sideways'],
    ['harness/playbook/refine.ts', '../roles/ask.ts', 'up'],
    ['harness/roles/ask.ts', '../methods/ace.ts', 'up'],
    ['harness/methods/ace.ts', '../../baselines/append.ts', 'sideways'],
    ['baselines/append.ts', '../benchmarks/tagging/tagging.ts', 'sideways'],
    ['benchmarks/tagging/tagging.ts', '../../harness/methods/ace.ts', 'sideways'],
    ['harness/runner/run.ts', '../records/manifest.ts', 'up'],
    ['harness/records/manifest.ts', '../config/matrix.ts', 'sideways'],
    ['harness/report/rows.ts', '../dedup/sweep.ts', 'sideways'],
    ['harness/inspect/show.ts', '../dedup/sweep.ts', 'sideways'],
    ['harness/analysis/lessons.ts', '../runner/run.ts', 'up'],
    ['harness/runner/run.ts', '../playbook/refine.ts', 'contracts only'],
    ['harness/runner/run.ts', '../roles/prompts.ts', 'contracts only'],
    ['harness/config/validate.ts', '../registry.ts', 'up'],
    ['harness/registry.ts', './experiment/prepare.ts', 'up'],
    ['harness/experiment/prepare.ts', '../cli/main.ts', 'up'],
    ['harness/cli/main.ts', '../index.ts', 'up'],
    ['harness/runner/run.ts', '../methods/ace.ts', 'past the registry'],
    ['harness/report/rows.ts', '../../benchmarks/dedup/families.ts', 'past the registry'],
    ['harness/cli/main.ts', '../../benchmarks/tagging/tagging.ts', 'past the registry'],
    ['harness/cli/main.ts', '../../test/config/example.ts', 'stands in no layer'],
    ['harness/spare/new.ts', '../core/rng.ts', 'stands in no layer'],
    ['harness/runner/run.ts', '<computed>', 'computed name'],
  ])('finds the fault in %s importing %s', (path, name, fault) => {
    const registry = { path: 'harness/registry.ts', imports: ['../benchmarks/tagging/tagging.ts'] };
    const faults = layerFaults([registry, { path, imports: [name] }]);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(path);
    expect(faults[0]).toContain(fault);
  });

  it.each([
    ['harness/playbook/refine.ts', '../embedding/cosine.ts'],
    ['harness/roles/curate.ts', '../playbook/one-line.ts'],
    ['harness/runner/run.ts', '../analysis/lessons.ts'],
    ['harness/registry.ts', './methods/ace.ts'],
    ['harness/cli/main.ts', '../registry.ts'],
    ['harness/index.ts', './experiment/run-experiment.ts'],
    ['harness/cli/main.ts', '../../package.json'],
    ['harness/dedup/pairs.ts', '../../benchmarks/dedup/families.ts'],
    ['benchmarks/finer/finer.ts', '../domain/read-rows.ts'],
    ['harness/core/rng.ts', 'node:crypto'],
  ])('allows %s to import %s', (path, name) => {
    expect(layerFaults([{ path, imports: [name] }])).toEqual([]);
  });

  it('finds circles, over any number of files, each once', () => {
    const faults = layerFaults([
      { path: 'harness/core/a.ts', imports: ['./b.ts'] },
      { path: 'harness/core/b.ts', imports: ['./c.ts', 'node:fs'] },
      { path: 'harness/core/c.ts', imports: ['./a.ts', './d.ts'] },
      { path: 'harness/core/d.ts', imports: [] },
    ]);
    expect(faults).toEqual([
      'harness/core/a.ts imports harness/core/b.ts imports harness/core/c.ts imports harness/core/a.ts: a circle',
    ]);
  });

  it.each([
    ['tasks', '../tagging/tasks.ts'],
    ['generators', '../tagging/sentence.ts'],
    ['data', '../domain/read-rows.ts'],
    ['the runner', '../../harness/runner/run.ts'],
    ['roles', '../../harness/roles/ask.ts'],
    ['the disk', 'node:fs'],
    ['other processes', 'node:child_process'],
  ])('keeps players from %s', (_what, name) => {
    const faults = layerFaults([{ path: 'benchmarks/tag-player/tag-player.ts', imports: [name] }]);
    expect(faults.filter((fault) => fault.includes('a player must not reach it'))).toHaveLength(1);
  });

  it('follows what players import, over any number of files', () => {
    const faults = layerFaults([
      { path: 'benchmarks/tag-player/tag-player.ts', imports: ['../../harness/core/player.ts', 'stemmer'] },
      { path: 'harness/core/player.ts', imports: ['./hash.ts'] },
      { path: 'harness/core/hash.ts', imports: ['node:crypto', 'node:fs'] },
    ]);
    expect(faults).toEqual(['harness/core/hash.ts imports node:fs: a player must not reach it']);
  });
});
