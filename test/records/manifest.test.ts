import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../harness/core/failure.ts';
import { type Manifest, readManifest, recordsSchema, writeManifest } from '../../harness/records/manifest.ts';
import { tempFolder } from './temp-folder.ts';

const manifest = {
  ...{ schema: recordsSchema, experiment: 'e', runId: 'r', specHash: 'a', codeHash: 'b', acceptedCodeHashes: [] },
  ...{ spec: {}, base: {}, suiteAbout: {} },
} as unknown as Manifest;

function refusal(content: string): Error {
  const folder = tempFolder();
  writeFileSync(join(folder, 'manifest.json'), content);
  try {
    readManifest(folder);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    return error as UserError;
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

  it('refuses a newer schema and says what wrote it', () => {
    const { message } = refusal(JSON.stringify({ ...manifest, schema: recordsSchema + 1 }));
    expect(message).toContain(`expected schema ${recordsSchema} or older, found ${recordsSchema + 1}`);
    expect(message).toContain('newer ace-bench');
  });

  it.each([
    ['no JSON', '{', /expected JSON, found/],
    ['null', 'null', /expected a manifest with a schema number, found none/],
    ['without a schema', '{}', /expected a manifest with a schema number, found none/],
    ['with a schema that is text', '{"schema":"1"}', /found "1"/],
    ['without what a run needs', '{"schema":1}', /expected a manifest with "experiment", found none/],
  ])('refuses what is %s, naming the file', (_what, content, message) => {
    const refused = refusal(content);
    expect(refused.message).toMatch(message);
    expect(refused.message).toContain('manifest.json');
  });
});
