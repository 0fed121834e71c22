import { createHash } from 'node:crypto';
import type { Embedder } from '../core/embedder.ts';
import { shortHash } from '../core/hash.ts';

const probes = [
  'Ask for the next page until the list comes back empty.',
  'Never assume that amounts are in dollars; the ledger keeps them in thousands.',
  'Convert 14:30 to the time zone of the account before you compare dates.',
  'retry_after = min(60, 2 ** attempt)',
  'Größe, naïve, 東京: names keep their accents.',
  'When a search by name finds several people, compare e-mail address and team before writing to any of them, since two of them may share a name, an office and a manager.',
];

/**
 * Eight hex digits over the vectors of a few fixed sentences: machines on which an embedder has equal fingerprints can be expected
 * to give equal cosines. Ask the embedder itself: a cache may hold vectors that were made elsewhere.
 */
export async function vectorFingerprint(embedder: Embedder): Promise<string> {
  const hash = createHash('sha256');
  for (const vector of await embedder.embed(probes)) {
    hash.update(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
  }
  return shortHash(hash.digest('hex'));
}
