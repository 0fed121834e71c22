// A process that appends vectors: node --import tsx append-vectors-process.ts <folder> <prefix> <count>
import { hashEmbedder } from '../../harness/embedding/hash-embedder.ts';
import { vectorStore } from '../../harness/embedding/vector-store.ts';

const [folder, prefix, count] = process.argv.slice(2);
const embedder = hashEmbedder();
const store = vectorStore({
  folder: folder!,
  embedderId: embedder.id,
  dims: embedder.dims,
  warn: (message) => console.error(message),
});
for (let index = 0; index < Number(count); index++) {
  const texts = [`${prefix} ${index} a`, `${prefix} ${index} b`];
  const vectors = await embedder.embed(texts);
  store.put(texts.map((text, at) => [text, vectors[at]!]));
  if (index === 0) console.log('writing');
}
