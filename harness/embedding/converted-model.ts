import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UserError } from '../core/failure.ts';
import { makeFolder } from '../core/make-folder.ts';
import { shortHash } from '../core/hash.ts';
import { writeWhole } from '../core/write-whole.ts';

/** A model to convert, with the SHA-256 of what must be found and of what must come out. */
export type ModelSource = {
  readonly name: string;
  readonly weights: string;
  readonly weightsSha256: string;
  readonly onnxSha256: string;
  /** From the bytes of the weights to those of the ONNX file; the same bytes at every call. */
  readonly convert: (weights: Buffer) => Promise<Buffer>;
};

/**
 * The absolute path of the model's verified ONNX file, converted once and kept in the cache folder (or, said through `warn`, in the folder
 * for temporary files where that one cannot be written). A damaged file is made again. Throws UserError when the weights are not
 * the expected ones or no folder can be written.
 */
export async function convertedModel(
  source: ModelSource,
  { cacheFolder, warn }: { readonly cacheFolder: string; readonly warn: (message: string) => void },
): Promise<string> {
  // Its content names the file, so converters of different versions never replace each other's.
  const fileName = `${source.name}-${shortHash(source.onnxSha256)}.onnx`;
  const folders = [cacheFolder, join(tmpdir(), `ace-bench-${process.getuid?.() ?? 'cache'}`)].map((folder) =>
    resolve(folder, 'models'),
  );
  let converted: Buffer | undefined;
  for (const folder of folders) {
    const file = join(folder, fileName);
    const found = await fileSha256(file);
    if (found === source.onnxSha256) return file;
    if (found !== null) {
      warn(`The converted model ${file} is damaged (sha256 ${shortHash(found)}…): it is converted again`);
    }
    converted ??= await convert(source);
    try {
      makeFolder(folder);
      writeWhole(file, converted);
      return file;
    } catch (error) {
      // Another process may have put it there meanwhile and may be using it.
      if ((await fileSha256(file)) === source.onnxSha256) return file;
      warn(`Cannot keep the converted model in ${folder}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new UserError(
    `Cannot keep the converted model ${source.name}: expected a folder that can be written (set ACE_BENCH_CACHE), ` +
      `found none of ${folders.join(', ')}`,
  );
}

/** SHA-256 of a file as 64 hex digits, or null where there is none that can be read. */
export async function fileSha256(file: string): Promise<string | null> {
  try {
    return sha256(await readFile(file));
  } catch {
    return null;
  }
}

async function convert(source: ModelSource): Promise<Buffer> {
  const weights = await readFile(source.weights);
  const found = sha256(weights);
  if (found !== source.weightsSha256) {
    throw new UserError(
      `Cannot convert ${source.name}: expected weights with sha256 ${shortHash(source.weightsSha256)}… in ${source.weights}, ` +
        `found ${shortHash(found)}… (npm ci installs them anew)`,
    );
  }
  const converted = await source.convert(weights);
  const made = sha256(converted);
  if (made !== source.onnxSha256) {
    throw new Error(
      `Cannot convert ${source.name}: expected a file with sha256 ${source.onnxSha256}, made one with ${made}`,
    );
  }
  return converted;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
