import { type OnnxBuilder, onnxBuilder } from './onnx-builder.ts';
import type { Safetensor } from './safetensors-reader.ts';

/** The keys of a BERT config.json that fix its graph. */
export type BertConfig = {
  readonly hidden_size: number;
  readonly num_hidden_layers: number;
  readonly num_attention_heads: number;
  readonly layer_norm_eps: number;
};

/** Names the layout of the graph below: to be raised with any change that can change a vector or a byte. */
export const bertGraphVersion = 1;

/**
 * A BERT encoder as an ONNX file: token ids, mask and types [batch, tokens] in, hidden states [batch, tokens, hidden] out.
 * Weights stay in their stored type (fp16) and are cast to float32, in which everything is computed.
 */
export function bertGraph(tensors: ReadonlyMap<string, Safetensor>, config: BertConfig): Buffer {
  const graph = onnxBuilder();
  const { node } = graph;
  const heads = config.num_attention_heads;
  const headSize = config.hidden_size / heads;

  const tokens = ['batch', 'tokens'];
  const ids = graph.input('input_ids', 'int64', tokens);
  const mask = graph.input('attention_mask', 'int64', tokens);
  const types = graph.input('token_type_ids', 'int64', tokens);

  const one = graph.floats('one', [], [1]);
  const half = graph.floats('half', [], [0.5]);
  const rootHalf = graph.floats('root_half', [], [Math.SQRT1_2]);
  const headScale = graph.floats('head_scale', [], [1 / Math.sqrt(headSize)]);
  // Large enough that exp() of a masked score is exactly 0.
  const masked = graph.floats('masked', [], [-10_000]);
  const toHeads = graph.integers('to_heads', [0, 0, heads, headSize]);
  const fromHeads = graph.integers('from_heads', [0, 0, config.hidden_size]);

  const weight = (name: string): string => storedWeight(graph, tensors, name);
  const layerNorm = (input: string, name: string): string =>
    node('LayerNormalization', [input, weight(`${name}.weight`), weight(`${name}.bias`)], {
      axis: -1,
      epsilon: { float: config.layer_norm_eps },
    });
  const linear = (input: string, name: string): string => {
    const transposed = node('Transpose', [weight(`${name}.weight`)], { perm: [1, 0] });
    return node('Add', [node('MatMul', [input, transposed]), weight(`${name}.bias`)]);
  };
  const splitHeads = (input: string, perm: readonly number[]): string =>
    node('Transpose', [node('Reshape', [input, toHeads])], { perm });
  const gelu = (input: string): string => {
    const erf = node('Erf', [node('Mul', [input, rootHalf])]);
    return node('Mul', [node('Mul', [input, node('Add', [erf, one])]), half]);
  };

  const present = node('Cast', [mask], { to: 1 });
  const maskAxes = graph.integers('mask_axes', [1, 2]);
  const attentionBias = node('Mul', [node('Sub', [one, node('Unsqueeze', [present, maskAxes])]), masked]);
  const attention = (input: string, layer: string): string => {
    const query = splitHeads(linear(input, `${layer}.attention.self.query`), [0, 2, 1, 3]);
    const key = splitHeads(linear(input, `${layer}.attention.self.key`), [0, 2, 3, 1]);
    const value = splitHeads(linear(input, `${layer}.attention.self.value`), [0, 2, 1, 3]);
    const scores = node('Add', [node('Mul', [node('MatMul', [query, key]), headScale]), attentionBias]);
    const mixed = node('MatMul', [node('Softmax', [scores], { axis: -1 }), value]);
    const joined = node('Reshape', [node('Transpose', [mixed], { perm: [0, 2, 1, 3] }), fromHeads]);
    return linear(joined, `${layer}.attention.output.dense`);
  };

  let hidden = layerNorm(embeddings(graph, weight, ids, types), 'embeddings.LayerNorm');
  for (let index = 0; index < config.num_hidden_layers; index++) {
    const layer = `encoder.layer.${index}`;
    hidden = layerNorm(node('Add', [attention(hidden, layer), hidden]), `${layer}.attention.output.LayerNorm`);
    const inner = gelu(linear(hidden, `${layer}.intermediate.dense`));
    hidden = layerNorm(node('Add', [linear(inner, `${layer}.output.dense`), hidden]), `${layer}.output.LayerNorm`);
  }
  graph.output('last_hidden_state', hidden, 'float32', [...tokens, config.hidden_size]);
  return graph.build('ace-bench');
}

/** Word, type and position vectors of each token, added. */
function embeddings(graph: OnnxBuilder, weight: (name: string) => string, ids: string, types: string): string {
  const { node } = graph;
  const from = graph.integers('positions_from', [0]);
  const axis = graph.integers('positions_axis', [0]);
  const tokenAxis = graph.integers('token_axis', [1]);
  const tokenAxisEnd = graph.integers('token_axis_end', [2]);
  const count = node('Slice', [node('Shape', [ids]), tokenAxis, tokenAxisEnd, axis]);
  const word = node('Gather', [weight('embeddings.word_embeddings.weight'), ids]);
  const type = node('Gather', [weight('embeddings.token_type_embeddings.weight'), types]);
  const position = node('Slice', [weight('embeddings.position_embeddings.weight'), from, count, axis]);
  return node('Add', [node('Add', [word, type]), position]);
}

function storedWeight(graph: OnnxBuilder, tensors: ReadonlyMap<string, Safetensor>, name: string): string {
  const tensor = tensors.get(name);
  if (tensor === undefined) throw new RangeError(`Cannot build the BERT graph: expected a tensor ${name}, found none`);
  switch (tensor.dtype) {
    case 'F16':
      return graph.node('Cast', [graph.constant(name, 'float16', tensor.shape, tensor.bytes)], { to: 1 });
    case 'F32':
      return graph.constant(name, 'float32', tensor.shape, tensor.bytes);
    default:
      throw new RangeError(`Cannot build the BERT graph: expected F16 or F32 for ${name}, found ${tensor.dtype}`);
  }
}
