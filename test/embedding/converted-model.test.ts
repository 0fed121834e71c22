import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UserError } from '../../harness/core/failure.ts';
import { convertedModel, type ModelSource } from '../../harness/embedding/converted-model.ts';

const weights = Buffer.from('weights');
const onnx = Buffer.from('converted weights');
const unwritable = '/dev/null/x';
let folder: string;
let said: string[];
let conversions: number;
const warn = (message: string): void => {
  said.push(message);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ace-bench-test-'));
  writeFileSync(join(folder, 'weights'), weights);
  said = [];
  conversions = 0;
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe('convertedModel()', () => {
  it('converts once and finds the file again, saying nothing', async () => {
    const options = { cacheFolder: join(folder, 'cache'), warn };
    const file = await convertedModel(source(), options);
    expect(readFileSync(file)).toEqual(onnx);
    expect(await convertedModel(source(), options)).toBe(file);
    expect(conversions).toBe(1);
    expect(said).toEqual([]);
  });

  it('gives an absolute path for a folder that is named from where the process runs', async () => {
    const options = { cacheFolder: relative(process.cwd(), join(folder, 'cache')), warn };
    expect(await convertedModel(source(), options)).toBe(
      await convertedModel(source(), { ...options, cacheFolder: join(folder, 'cache') }),
    );
  });

  it('makes a cut or changed file again and says so', async () => {
    const options = { cacheFolder: join(folder, 'cache'), warn };
    const file = await convertedModel(source(), options);
    truncateSync(file, 5);
    expect(await convertedModel(source(), options)).toBe(file);
    expect(readFileSync(file)).toEqual(onnx);
    writeFileSync(file, 'converted weightz');
    expect(readFileSync(await convertedModel(source(), options))).toEqual(onnx);
    expect(said).toHaveLength(2);
    expect(said[0]).toContain(`${file} is damaged`);
  });

  it('leaves one whole file when many convert at once', async () => {
    const options = { cacheFolder: join(folder, 'cache'), warn };
    const files = await Promise.all(Array.from({ length: 8 }, () => convertedModel(source(), options)));
    expect(new Set(files).size).toBe(1);
    expect(readdirSync(dirname(files[0]!))).toHaveLength(1);
    expect(readFileSync(files[0]!)).toEqual(onnx);
    expect(said).toEqual([]);
  });

  it('uses the folder for temporary files where the cache cannot be written, and says so', async () => {
    vi.stubEnv('TMPDIR', folder);
    const file = await convertedModel(source(), { cacheFolder: unwritable, warn });
    expect(file.startsWith(folder)).toBe(true);
    expect(readFileSync(file)).toEqual(onnx);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(`Cannot keep the converted model in ${join(unwritable, 'models')}`);
  });

  it('names the setting where no folder can be written', async () => {
    vi.stubEnv('TMPDIR', unwritable);
    await expect(convertedModel(source(), { cacheFolder: unwritable, warn })).rejects.toThrow(UserError);
    await expect(convertedModel(source(), { cacheFolder: unwritable, warn })).rejects.toThrow('ACE_BENCH_CACHE');
  });

  it('refuses weights that are not the expected ones', async () => {
    writeFileSync(join(folder, 'weights'), 'other weights');
    await expect(convertedModel(source(), { cacheFolder: folder, warn })).rejects.toThrow(
      /Cannot convert tiny: expected weights with sha256/,
    );
  });

  it('refuses a conversion that gives other bytes than the known ones', async () => {
    const wrong = { ...source(), convert: async () => Buffer.from('else') };
    await expect(convertedModel(wrong, { cacheFolder: folder, warn })).rejects.toThrow('made one with');
  });
});

function source(): ModelSource {
  return {
    name: 'tiny',
    weights: join(folder, 'weights'),
    weightsSha256: sha256(weights),
    onnxSha256: sha256(onnx),
    convert: async (bytes) => {
      conversions++;
      return Buffer.concat([Buffer.from('converted '), bytes]);
    },
  };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
