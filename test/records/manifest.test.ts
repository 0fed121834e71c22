import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../harness/core/failure.ts';
import { hashJson } from '../../harness/core/hash.ts';
import type { Json } from '../../harness/core/json.ts';
import { type Manifest, readManifest, recordsSchema, writeManifest } from '../../harness/records/manifest.ts';
import { tempFolder } from './temp-folder.ts';

const unhashed: Manifest = {
  schema: recordsSchema,
  experiment: 'e',
  runId: 'sums.static.s1-0a1b2c3d',
  suite: 'sums',
  arm: 'static',
  method: 'static',
  seed: 1,
  axes: { budgetTokens: 100 },
  spec: {
    suite: { name: 'sums', options: {}, dataHash: 'd', profile: 'exact' },
    method: { name: 'static', options: {} },
    model: { provider: 'simulated' },
    embedder: { name: 'hash' },
    budget: { tokens: 100, evict: 'off', evictTo: 0.8, graceRounds: 1 },
    protocol: { kind: 'offline', epochs: 1, batchSize: 1, probeEvery: 1, feedback: 'gold' },
    decoding: { temperature: null, maxTokens: { default: 10, judge: 20 } },
    seed: 1,
    dataSeed: 1,
    replicate: 1,
  },
  specHash: '',
  config: {},
  suiteAbout: { scoreUnit: 'tasks', profile: 'exact', splitNote: '', dataHash: 'd', notes: [] },
  base: { version: 'sums/1', text: 'Add.' },
  start: { text: 'Add.' },
  modelId: 'm',
  embedderId: 'e',
  tokenizerId: 't',
  vectorFingerprint: 'v',
  promptHashes: { generator: 'p' },
  codeHash: 'c',
  acceptedCodeHashes: [],
  commit: null,
  dirty: null,
  versions: { node: '20' },
  taskIds: { test: ['t-1'] },
  parent: null,
  host: { platform: 'linux', arch: 'x64', cpus: 2 },
  startedAt: '2026-01-01T00:00:00.000Z',
};

const manifest: Manifest = { ...unhashed, specHash: hashJson(unhashed.spec as Json) };

function refusal(content: string): string {
  const folder = tempFolder();
  writeFileSync(join(folder, 'manifest.json'), content);
  try {
    readManifest(folder);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    expect((error as Error).message).toContain('manifest.json');
    return (error as Error).message;
  }
  throw new Error('Expected a refusal, found none');
}

describe('readManifest()', () => {
  it('gives what was written, and null where nothing was', () => {
    const folder = tempFolder();
    expect(readManifest(folder)).toBeNull();
    writeManifest(folder, manifest);
    expect(readManifest(folder)).toEqual(manifest);
  });

  it.each([
    [1, 'an older'],
    [recordsSchema + 1, 'a newer'],
  ])('refuses schema %i, says what wrote it and what can be done', (schema, what) => {
    const message = refusal(JSON.stringify({ ...manifest, schema }));
    expect(message).toContain(`expected schema ${recordsSchema}, found ${schema}; it was written by ${what} ace-bench`);
    expect(message).toContain('--fresh');
  });

  it.each([
    ['a digit', (text: string) => text.replace('"seed": 1,', '"seed": 2,')],
    ['a word', (text: string) => text.replace('"tasks"', '"tacks"')],
    ['its digest', (text: string) => text.replace(/"digest": "\w/, '"digest": "x')],
  ])('refuses one in which %s was changed, and says the way out', (_what, change) => {
    const folder = tempFolder();
    writeManifest(folder, manifest);
    const text = readFileSync(join(folder, 'manifest.json'), 'utf8');
    expect(change(text)).not.toBe(text);
    expect(refusal(change(text))).toMatch(/expected the manifest as it was written, found another; .*--fresh --only/);
    // How it is laid out says nothing.
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(JSON.parse(text)));
    expect(readManifest(folder)).toEqual(manifest);
  });

  it.each([
    ['no JSON', '{', 'expected a JSON object, the manifest of a run'],
    ['null', 'null', 'expected a JSON object, the manifest of a run'],
    ['without a schema', '{}', 'expected a manifest with a schema number, found none'],
    ['with a schema that is text', '{"schema":"1"}', 'found "1"'],
    ['without what a run needs', `{"schema":${recordsSchema}}`, 'at experiment'],
    [
      'of another shape deep inside',
      JSON.stringify({ ...manifest, host: { ...manifest.host, cpus: 'two' } }),
      'at host.cpus',
    ],
  ])('refuses what is %s, naming the file and the place', (_what, content, message) => {
    expect(refusal(content)).toContain(message);
  });
});
