import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashJson } from '../../harness/core/hash.ts';
import type { Json } from '../../harness/core/json.ts';
import { chainedLine, chainStart } from '../../harness/records/chain.ts';
import { type Manifest, writeManifest } from '../../harness/records/manifest.ts';

// Changes of a run's files with all their hashes, as somebody makes them who forges with care.

/** Changes a run's records and chains them anew; the change sees lines without their chain. */
export function rechain(folder: string, change: (records: string) => string): void {
  const path = join(folder, 'records.jsonl');
  const { specHash } = manifestIn(folder);
  const bare = readFileSync(path, 'utf8').replace(/,"chain":"\w+"\}$/gm, '}');
  let head = chainStart({ specHash }, 'records.jsonl');
  const lines = change(bare)
    .trimEnd()
    .split('\n')
    .map((text) => {
      const chained = chainedLine(head, JSON.parse(text) as object);
      head = chained.head;
      return `${chained.line}\n`;
    });
  writeFileSync(path, lines.join(''));
}

/** Changes a run's manifest, with the hash of its spec. Records are then those of another spec. */
export function rewriteManifest(folder: string, change: Partial<Manifest>): void {
  const { digest: _, ...before } = manifestIn(folder) as Manifest & { readonly digest: string };
  const manifest = { ...before, ...change };
  writeManifest(folder, { ...manifest, specHash: hashJson(manifest.spec as Json) });
}

/** Changes the text of a run's manifest, and chains the records to it. */
export function forgeManifest(folder: string, change: (text: string) => string): void {
  const text = readFileSync(join(folder, 'manifest.json'), 'utf8');
  rewriteManifest(folder, JSON.parse(change(text)) as Manifest);
  const { digest: _, ...forged } = manifestIn(folder) as Manifest & { readonly digest: string };
  writeManifest(folder, forged);
  rechain(folder, (records) => records);
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
}
