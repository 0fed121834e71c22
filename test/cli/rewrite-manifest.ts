import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashJson } from '../../harness/core/hash.ts';
import type { Json } from '../../harness/core/json.ts';
import { type Manifest, writeManifest } from '../../harness/records/manifest.ts';

/** Changes a run's manifest with all its hashes, as a run that was asked for so would have it. */
export function rewriteManifest(folder: string, change: Partial<Manifest>): void {
  const { digest: _, ...before } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest & {
    readonly digest: string;
  };
  const manifest = { ...before, ...change };
  writeManifest(folder, { ...manifest, specHash: hashJson(manifest.spec as Json) });
}
