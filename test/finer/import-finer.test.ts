import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { finerFile, finerFolder, importFiner } from '../../benchmarks/finer/import-finer.ts';
import { UserError } from '../../harness/core/failure.ts';
import { hashText } from '../../harness/core/hash.ts';
import { hasOfficialRows, officialFolder } from './official-rows.ts';

let folder: string;
let cacheFolder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-finer-'));
  cacheFolder = join(folder, 'cache');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function messageOf(from: string): Promise<string> {
  const error: unknown = await importFiner({ from, cacheFolder }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).message;
}

describe('importFiner()', () => {
  it('says that the folder is missing, or is a file', async () => {
    const missing = join(folder, 'nowhere');
    expect(await messageOf(missing)).toBe(`Cannot import finer: expected a folder at ${missing}, found none`);
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await messageOf(file)).toBe(`Cannot import finer: expected a folder at ${file}, found none`);
  });

  it('names the file that the folder does not hold', async () => {
    expect(await messageOf(folder)).toBe(
      `Cannot import finer: expected ${finerFile.name} in ${folder}, found no such file`,
    );
  });

  it('names both checksums of another file, and leaves the cache alone', async () => {
    await writeFile(join(folder, finerFile.name), 'other rows');
    const message = await messageOf(folder);
    expect(message).toContain(`expected sha256 ${finerFile.sha256}`);
    expect(message).toContain(`found ${hashText('other rows')}`);
    await expect(stat(cacheFolder)).rejects.toThrow('ENOENT');
  });
});

describe.skipIf(!hasOfficialRows)('importFiner() with the official rows beside the repository', () => {
  const request = () => ({ from: officialFolder, cacheFolder });

  it('copies the file into the cache with a manifest and nothing else', async () => {
    const result = await importFiner(request());
    expect(result).toEqual({
      files: [{ name: finerFile.name, sha256: finerFile.sha256, done: 'copied' }],
      rows: 500,
      folder: finerFolder(cacheFolder),
    });
    expect((await readdir(result.folder)).sort()).toEqual([finerFile.name, 'manifest.json']);
    expect(hashText(await readFile(join(result.folder, finerFile.name), 'utf8'))).toBe(finerFile.sha256);
    const manifest: unknown = JSON.parse(await readFile(join(result.folder, 'manifest.json'), 'utf8'));
    expect(manifest).toEqual({ suite: 'finer', files: [finerFile] });
  });

  it('changes nothing when done twice', async () => {
    const path = join((await importFiner(request())).folder, finerFile.name);
    const before = await stat(path);
    const again = await importFiner(request());
    expect(again.files.map(({ done }) => done)).toEqual(['was there already']);
    expect(again.rows).toBe(500);
    const after = await stat(path);
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  it('replaces a damaged copy', async () => {
    await mkdir(finerFolder(cacheFolder), { recursive: true });
    const path = join(finerFolder(cacheFolder), finerFile.name);
    await writeFile(path, 'half of a row');
    expect((await importFiner(request())).files.map(({ done }) => done)).toEqual(['copied']);
    expect(hashText(await readFile(path, 'utf8'))).toBe(finerFile.sha256);
  });

  it('says that the cache cannot be written', async () => {
    await writeFile(cacheFolder, 'a file where the cache should be');
    expect(await messageOf(officialFolder)).toMatch(
      /^Cannot import finer: expected a folder that can be written at .*, found E/,
    );
  });
});
