import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import type { Instructions } from '../core/rendered.ts';
import type { RunSpec } from '../core/spec.ts';
import type { SuiteAbout } from '../core/suite.ts';
import { atomicWrite } from './atomic-write.ts';

/** Version of the files of a run; others are refused. */
export const recordsSchema = 2;

/** What a run was asked to be, and all that is needed to repeat it. */
export type Manifest = {
  readonly schema: number;
  readonly experiment: string;
  readonly runId: string;
  readonly suite: string;
  readonly arm: string;
  readonly method: string;
  readonly seed: number;
  /** Values of the config's matrix by path. */
  readonly axes: { readonly [path: string]: Json };
  readonly spec: RunSpec;
  readonly specHash: string;
  /** The whole experiment as resolved. */
  readonly config: Json;
  readonly suiteAbout: SuiteAbout;
  /** The suite's instructions, from which every context starts. */
  readonly base: Instructions;
  /** The context of round 0. */
  readonly start: Json;
  readonly modelId: string;
  readonly embedderId: string;
  readonly tokenizerId: string;
  readonly vectorFingerprint: string;
  readonly promptHashes: { readonly [role: string]: string };
  readonly codeHash: string;
  /** Further code that a user let this run go on with. */
  readonly acceptedCodeHashes: readonly string[];
  readonly commit: string | null;
  readonly dirty: boolean | null;
  readonly versions: { readonly [name: string]: string };
  readonly taskIds: { readonly [split: string]: readonly string[] };
  /** Run and round that this run was forked from. */
  readonly parent: null;
  readonly host: { readonly platform: string; readonly arch: string; readonly cpus: number };
  readonly startedAt: string;
};

// What a run cannot be gone on with or shown without.
const needed = ['experiment', 'runId', 'specHash', 'codeHash', 'acceptedCodeHashes', 'spec', 'base', 'suiteAbout'];

/** The manifest of a run folder, or null where there is none. Throws UserError on one that is newer or no manifest. */
export function readManifest(folder: string): Manifest | null {
  const path = join(folder, 'manifest.json');
  if (!existsSync(path)) return null;
  const manifest = parse(path);
  const { schema } = manifest;
  if (typeof schema !== 'number')
    throw new UserError(
      `Cannot read ${path}: expected a manifest with a schema number, found ${JSON.stringify(schema) ?? 'none'}`,
    );
  if (schema !== recordsSchema) {
    const other = schema > recordsSchema ? 'a newer' : 'an older';
    throw new UserError(
      `Cannot read ${path}: expected schema ${recordsSchema}, found ${schema}; it was written by ${other} ace-bench, and --fresh moves such a run aside`,
    );
  }
  const missing = needed.find((key) => manifest[key] === undefined);
  if (missing !== undefined)
    throw new UserError(`Cannot read ${path}: expected a manifest with "${missing}", found none`);
  return manifest as Manifest;
}

/** Writes a run's manifest, whole or not at all. */
export function writeManifest(folder: string, manifest: Manifest): void {
  atomicWrite(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
}

function parse(path: string): { readonly [key: string]: unknown } {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { readonly [key: string]: unknown } | null) ?? {};
  } catch (error) {
    throw new UserError(`Cannot read ${path}: expected JSON, found ${(error as Error).message}`);
  }
}
