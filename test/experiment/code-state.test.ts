import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeHash, codeState } from '../../harness/experiment/code-state.ts';
import { tempFolder } from '../records/temp-folder.ts';

describe('codeState()', () => {
  it('says which code, versions and machine a run was made with', () => {
    const state = codeState();
    expect(state.codeHash).toMatch(/^[0-9a-f]{64}$/);
    expect(state.versions).toMatchObject({ node: process.versions.node, 'ace-bench': expect.any(String) });
    expect(state.versions).toHaveProperty('zod');
    expect(state.host.cpus).toBeGreaterThan(0);
    // Outside a checkout both are unknown, never guessed.
    expect(state.commit === null).toBe(state.dirty === null);
  });

  it('is the same when asked again', () => {
    expect(codeState()).toEqual(codeState());
  });
});

describe('codeHash()', () => {
  const files = { 'harness/core/rng.ts': '1', 'baselines/append.ts': '2', 'benchmarks/tagging/tasks.ts': '3' };
  const hashWith = (more: { readonly [path: string]: string }): string => {
    const root = tempFolder();
    for (const [path, text] of Object.entries({ ...files, ...more })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return codeHash(root);
  };

  it.each([
    ['harness/core/rng.ts', 'changed'],
    ['harness/roles/prompts/curator.md', 'a prompt'],
    ['harness/methods/ace.ts', 'a new file'],
  ])('differs where %s does: %s', (path, text) => {
    expect(hashWith({ [path]: text })).not.toBe(hashWith({}));
  });

  it.each([
    'harness/index.ts',
    'harness/cli/main.ts',
    'harness/report/summary.ts',
    'harness/dedup/sweep.ts',
    'test/core/rng.test.ts',
    'README.md',
  ])('is the same whatever %s says: it cannot change records', (path) => {
    expect(hashWith({ [path]: 'changed' })).toBe(hashWith({}));
  });
});
