import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../harness/core/failure.ts';
import { makeFolder } from '../../harness/core/make-folder.ts';
import { writeWhole } from '../../harness/core/write-whole.ts';
import { readRows } from '../domain/read-rows.ts';

/** The official file whose rows are known: 500 prompts of four tags, CC BY-SA 4.0, from nlpaueb/finer-139 via FinLoRA and the ACE repository. */
export const finerFile = {
  name: 'finer_val_batched_500_samples.jsonl',
  sha256: '80ef2f057221f0ea963561957dd9ad36fb1a16419d88fc459495198d5e0c795e',
  licence: 'CC BY-SA 4.0',
} as const;

export type ImportedFile = {
  readonly name: string;
  readonly sha256: string;
  readonly done: 'copied' | 'was there already';
};
export type ImportResult = { readonly files: readonly ImportedFile[]; readonly rows: number; readonly folder: string };

/** Where the cache keeps FiNER's rows. */
export function finerFolder(cacheFolder: string): string {
  return join(cacheFolder, 'data', 'finer');
}

/**
 * Copies the official FiNER file from a folder into the cache, checksum-verified, with a `manifest.json` beside it; a second import
 * changes nothing. Throws a UserError where the file is missing, is another one, or the cache cannot be written.
 */
export async function importFiner(request: {
  readonly from: string;
  readonly cacheFolder: string;
}): Promise<ImportResult> {
  const bytes = await readOfficialFile(request.from);
  const folder = finerFolder(request.cacheFolder);
  const target = join(folder, finerFile.name);
  const done = (await sha256Of(target)) === finerFile.sha256 ? 'was there already' : 'copied';
  try {
    makeFolder(folder);
    if (done === 'copied') writeWhole(target, bytes);
    writeWhole(join(folder, 'manifest.json'), `${JSON.stringify({ suite: 'finer', files: [finerFile] }, null, 2)}\n`);
  } catch (error) {
    throw new UserError(
      `Cannot import finer: expected a folder that can be written at ${folder}, found ${(error as Error).message}`,
    );
  }
  let rows = 0;
  for await (const _ of readRows(target)) rows++;
  return { files: [{ name: finerFile.name, sha256: finerFile.sha256, done }], rows, folder };
}

async function readOfficialFile(from: string): Promise<Buffer> {
  const isFolder = await stat(from).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UserError(`Cannot import finer: expected a folder at ${from}, found none`);
  const path = join(from, finerFile.name);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const found = error.code === 'ENOENT' ? 'no such file' : error.message;
    throw new UserError(`Cannot import finer: expected ${finerFile.name} in ${from}, found ${found}`);
  });
  const sha256 = hashBytes(bytes);
  if (sha256 !== finerFile.sha256)
    throw new UserError(`Cannot import finer: expected sha256 ${finerFile.sha256} of ${path}, found ${sha256}`);
  return bytes;
}

/** SHA-256 of a file's bytes as 64 hex digits, null where there is no file to read. */
export async function sha256Of(path: string): Promise<string | null> {
  return readFile(path).then(hashBytes, () => null);
}

function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export { importFiner as importData };
