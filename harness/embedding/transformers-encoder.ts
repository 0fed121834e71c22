import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AutoModel, env, PreTrainedTokenizer, Tensor } from '@xenova/transformers';
import type { Encoder } from './encoder-embedder.ts';

export type EncoderFiles = { readonly onnx: string; readonly tokenizer: string; readonly config: string };

/** A BERT-like encoder run by transformers from local files. Nothing is downloaded, whatever the files ask for. */
export async function transformersEncoder(files: EncoderFiles): Promise<Encoder> {
  env.allowRemoteModels = false;
  env.useFSCache = false;
  const tokenizer = new PreTrainedTokenizer(await readJson(files.tokenizer), {});
  const model = await AutoModel.from_pretrained(dirname(files.onnx), {
    config: await readJson(files.config),
    model_file_name: basename(files.onnx, '.onnx'),
    subfolder: '',
    local_files_only: true,
    device: 'cpu',
    // Says which file to load, not how to compute: our own file has no suffix for its storage type.
    dtype: 'fp32',
  });
  return {
    tokenIds: (text) => tokenizer.encode(text),
    hiddenStates: async (texts) => {
      const { last_hidden_state: hidden } = await model(paddedInputs(texts));
      return hidden.data;
    },
  };
}

function paddedInputs(texts: readonly (readonly number[])[]): { readonly [name: string]: Tensor } {
  const width = Math.max(...texts.map((ids) => ids.length));
  const size = texts.length * width;
  const ids = new BigInt64Array(size);
  const mask = new BigInt64Array(size);
  texts.forEach((tokens, row) => {
    tokens.forEach((id, column) => {
      ids[row * width + column] = BigInt(id);
      mask[row * width + column] = 1n;
    });
  });
  const dims = [texts.length, width];
  return {
    input_ids: new Tensor('int64', ids, dims),
    attention_mask: new Tensor('int64', mask, dims),
    token_type_ids: new Tensor('int64', new BigInt64Array(size), dims),
  };
}

async function readJson(file: string) {
  return JSON.parse(await readFile(file, 'utf8'));
}
