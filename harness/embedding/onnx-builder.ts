import { bytesField, floatField, integerField } from './protobuf-writer.ts';

// Field numbers and enum values are those of onnx.proto3.
const elementTypes = { float32: 1, int64: 7, float16: 10 } as const;
export type OnnxType = keyof typeof elementTypes;
/** `float` values are marked, since ONNX tells 1 from 1.0; other numbers are integers. */
export type OnnxAttribute = number | readonly number[] | { readonly float: number };

/** Collects the nodes of one ONNX graph; every value is named by a string. */
export type OnnxBuilder = {
  input(name: string, type: OnnxType, dims: readonly (number | string)[]): string;
  /** A tensor stored in the model, little-endian. */
  constant(name: string, type: OnnxType, dims: readonly number[], bytes: Buffer): string;
  floats(name: string, dims: readonly number[], values: readonly number[]): string;
  integers(name: string, values: readonly number[]): string;
  /** Adds an operation with one output and returns the output's name. */
  node(op: string, inputs: readonly string[], attributes?: { readonly [name: string]: OnnxAttribute }): string;
  output(name: string, value: string, type: OnnxType, dims: readonly (number | string)[]): void;
  /** The model file: equal calls give equal bytes. */
  build(producer: string): Buffer;
};

const irVersion = 8;
const opsetVersion = 17;

export function onnxBuilder(): OnnxBuilder {
  const nodes: Buffer[] = [];
  const constants: Buffer[] = [];
  const inputs: Buffer[] = [];
  const outputs: Buffer[] = [];

  function addNode(op: string, from: readonly string[], to: string, attributes: readonly Buffer[]): string {
    nodes.push(
      bytesField(1, [
        ...from.map((name) => bytesField(1, name)),
        bytesField(2, to),
        bytesField(3, `${op}_${nodes.length}`),
        bytesField(4, op),
        ...attributes,
      ]),
    );
    return to;
  }
  function constant(name: string, type: OnnxType, dims: readonly number[], bytes: Buffer): string {
    const shape = dims.map((dim) => integerField(1, dim));
    constants.push(
      bytesField(5, [...shape, integerField(2, elementTypes[type]), bytesField(8, name), bytesField(9, bytes)]),
    );
    return name;
  }

  return {
    constant,
    input: (name, type, dims) => {
      inputs.push(bytesField(11, valueInfo(name, type, dims)));
      return name;
    },
    floats: (name, dims, values) => {
      const bytes = Buffer.alloc(values.length * 4);
      for (const [index, value] of values.entries()) bytes.writeFloatLE(value, index * 4);
      return constant(name, 'float32', dims, bytes);
    },
    integers: (name, values) => {
      const bytes = Buffer.alloc(values.length * 8);
      for (const [index, value] of values.entries()) bytes.writeBigInt64LE(BigInt(value), index * 8);
      return constant(name, 'int64', [values.length], bytes);
    },
    node: (op, from, attributes = {}) =>
      addNode(
        op,
        from,
        `value_${nodes.length}`,
        Object.entries(attributes).map(([name, value]) => bytesField(5, attribute(name, value))),
      ),
    output: (name, value, type, dims) => {
      addNode('Identity', [value], name, []);
      outputs.push(bytesField(12, valueInfo(name, type, dims)));
    },
    build: (producer) =>
      Buffer.concat([
        integerField(1, irVersion),
        bytesField(2, producer),
        bytesField(7, [...nodes, bytesField(2, 'graph'), ...constants, ...inputs, ...outputs]),
        bytesField(8, [bytesField(1, ''), integerField(2, opsetVersion)]),
      ]),
  };
}

function attribute(name: string, value: OnnxAttribute): readonly Buffer[] {
  const label = bytesField(1, name);
  if (typeof value === 'number') return [label, integerField(3, value), integerField(20, 2)];
  if ('float' in value) return [label, floatField(2, value.float), integerField(20, 1)];
  return [label, ...value.map((item) => integerField(8, item)), integerField(20, 7)];
}

function valueInfo(name: string, type: OnnxType, dims: readonly (number | string)[]): readonly Buffer[] {
  const shape = dims.map((dim) => bytesField(1, [typeof dim === 'number' ? integerField(1, dim) : bytesField(2, dim)]));
  const tensor = [integerField(1, elementTypes[type]), bytesField(2, shape)];
  return [bytesField(1, name), bytesField(2, [bytesField(1, tensor)])];
}
