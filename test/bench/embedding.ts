// The minilm embedder against a bare onnxruntime session that gets ready-made inputs. Alone: npx tsx test/bench/embedding.ts
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PreTrainedTokenizer } from '@xenova/transformers';
import { createRng } from '../../harness/core/rng.ts';
import { cacheFolder } from '../../harness/embedding/cache-folder.ts';
import { lengthBatches } from '../../harness/embedding/length-batches.ts';
import { minilmEmbedder, minilmFiles } from '../../harness/embedding/minilm.ts';
import { vectorStore } from '../../harness/embedding/vector-store.ts';
import { adviceSentences } from './advice-sentences.ts';

type Row = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target: number | null;
  readonly note: string;
};
type OrtTensor = object;
type Inputs = { readonly [name: string]: OrtTensor };
type Session = { run(inputs: Inputs): Promise<unknown> };
type Ort = {
  readonly InferenceSession: { create(file: string, options: { readonly logSeverityLevel: number }): Promise<Session> };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => OrtTensor;
};

const sentences = 240;
const repetitions = 9;
const storedVectors = 20_000;

/** Rows on embedding and on the vector store. The target says how much of the bare session's time all around it may take. */
export async function benchEmbedding(): Promise<readonly Row[]> {
  return [...(await embeddingRows()), storeRow()];
}

async function embeddingRows(): Promise<readonly Row[]> {
  const setup = { cacheFolder: cacheFolder(process.env), warn: (message: string) => console.error(message) };
  const texts = adviceSentences(sentences, 1);
  const embedder = minilmEmbedder(setup);
  const bare = await bareRun(await minilmFiles(setup), texts);
  await bare();
  await embedder.embed(texts);

  const bareMs: number[] = [];
  const embedderMs: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    // Interleaved, so that whatever else the machine does meets both.
    bareMs.push(await timeMs(bare));
    embedderMs.push(await timeMs(() => embedder.embed(texts)));
  }
  const note = `${sentences} sentences, median of ${repetitions} interleaved repetitions`;
  return [
    {
      name: 'minilm embedder over bare onnxruntime session',
      value: median(embedderMs) / median(bareMs),
      unit: 'x',
      target: 1.15,
      note: `${note}; the bare session gets tokens and batches ready-made`,
    },
    { name: 'minilm embedder', value: median(embedderMs) / sentences, unit: 'ms/text', target: null, note },
    { name: 'bare onnxruntime session', value: median(bareMs) / sentences, unit: 'ms/text', target: null, note },
  ];
}

/** Runs the model over the texts, in the embedder's batches, with a session of our own. */
async function bareRun(
  files: { readonly onnx: string; readonly tokenizer: string },
  texts: readonly string[],
): Promise<() => Promise<void>> {
  // onnxruntime-node is a dependency of the transformers package, so it is found from there.
  const fromHere = createRequire(import.meta.url);
  const ort: Ort = createRequire(fromHere.resolve('@xenova/transformers'))('onnxruntime-node');
  const session = await ort.InferenceSession.create(files.onnx, { logSeverityLevel: 3 });
  const tokenizer = new PreTrainedTokenizer(JSON.parse(readFileSync(files.tokenizer, 'utf8')), {});
  const tokens = texts.map((text) => tokenizer.encode(text));
  const inputs = lengthBatches(tokens.map((ids) => ids.length)).map((batch) =>
    sessionInputs(
      ort,
      batch.map((index) => tokens[index]!),
    ),
  );
  return async () => {
    for (const batch of inputs) await session.run(batch);
  };
}

function sessionInputs(ort: Ort, texts: readonly (readonly number[])[]): Inputs {
  const width = Math.max(...texts.map((ids) => ids.length));
  const padded = (value: (id: number | undefined) => bigint): OrtTensor =>
    new ort.Tensor(
      'int64',
      BigInt64Array.from(texts.flatMap((ids) => Array.from({ length: width }, (_, at) => value(ids[at])))),
      [texts.length, width],
    );
  return {
    input_ids: padded((id) => BigInt(id ?? 0)),
    attention_mask: padded((id) => (id === undefined ? 0n : 1n)),
    token_type_ids: padded(() => 0n),
  };
}

/** Opening a store of 20,000 vectors of 384 dimensions and reading every one. */
function storeRow(): Row {
  const folder = mkdtempSync(join(tmpdir(), 'ace-bench-bench-'));
  try {
    const options = { folder, embedderId: 'bench', dims: 384, warn: (message: string) => console.error(message) };
    const rng = createRng('vectors');
    const texts = Array.from({ length: storedVectors }, (_, index) => `text ${index}`);
    vectorStore(options).put(texts.map((text) => [text, Float32Array.from({ length: 384 }, () => rng.next())]));
    const times = Array.from({ length: repetitions }, () => {
      const startMs = performance.now();
      const store = vectorStore(options);
      if (texts.some((text) => store.get(text) === undefined)) throw new Error('A stored vector is missing');
      return performance.now() - startMs;
    });
    return {
      name: 'open the vector store and read 20,000 vectors',
      value: median(times),
      unit: 'ms',
      target: null,
      note: `384 dimensions, checksums verified, median of ${repetitions}`,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { name, value, unit, target, note } of await benchEmbedding()) {
    console.log(`${name}: ${value.toFixed(3)} ${unit}${target === null ? '' : ` (target ${target})`}; ${note}`);
  }
}
