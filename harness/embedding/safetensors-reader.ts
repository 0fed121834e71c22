// A safetensors file is a little-endian uint64 header length, a JSON header, and the tensors' raw bytes:
//   {"embeddings.LayerNorm.bias":{"dtype":"F16","shape":[384],"data_offsets":[4096,4864]}, "__metadata__":{…}}
import { z } from 'zod';

/** One tensor: its stored type, shape and raw little-endian bytes (a view of the file's bytes, not a copy). */
export type Safetensor = { readonly dtype: string; readonly shape: readonly number[]; readonly bytes: Buffer };

const entrySchema = z.object({
  dtype: z.string(),
  shape: z.array(z.number().int().nonnegative()),
  data_offsets: z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]),
});
const headerSchema = z.record(z.string(), z.unknown());

/** The tensors of a safetensors file by name. Throws RangeError where the header or an offset points beyond the file. */
export function readSafetensors(file: Buffer): ReadonlyMap<string, Safetensor> {
  const headerLength = file.length < 8 ? Number.POSITIVE_INFINITY : Number(file.readBigUInt64LE(0));
  const start = 8 + headerLength;
  if (start > file.length) {
    throw new RangeError(
      `Cannot read safetensors: expected a header of ${headerLength} bytes, found ${file.length} in all`,
    );
  }
  const header = headerSchema.parse(JSON.parse(file.toString('utf8', 8, start)));
  const tensors = new Map<string, Safetensor>();
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    const { dtype, shape, data_offsets } = entrySchema.parse(entry);
    const [from, to] = data_offsets;
    if (from > to || start + to > file.length) {
      throw new RangeError(`Cannot read tensor ${name}: expected bytes ${from} to ${to}, found ${file.length - start}`);
    }
    tensors.set(name, { dtype, shape, bytes: file.subarray(start + from, start + to) });
  }
  return tensors;
}
