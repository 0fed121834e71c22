import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashText } from '../core/hash.ts';
import type { Manifest } from '../records/manifest.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
// What may change records. The command line, reports, studies of de-duplication, views of playbooks and tests cannot.
const folders = ['harness', 'baselines', 'benchmarks'];
const leftOut = ['harness/index.ts', 'harness/cli/', 'harness/report/', 'harness/dedup/', 'harness/inspect/'];

export type CodeState = Pick<Manifest, 'codeHash' | 'commit' | 'dirty' | 'versions' | 'host'>;

/** The code, versions and machine that a run is made with, as its manifest records them. */
export function codeState(): CodeState {
  const require = createRequire(import.meta.url);
  const { version, dependencies, builtFrom } = require('../../package.json') as PackageFile;
  return {
    ...(builtFrom ?? stateOfSources(root)),
    versions: { 'ace-bench': version, node: process.versions.node, ...dependencies },
    host: { platform: process.platform, arch: process.arch, cpus: cpus().length },
  };
}

/** `builtFrom` stands in built packages alone: they hold no sources, and a checkout that they lie in is not theirs. */
type PackageFile = {
  readonly version: string;
  readonly dependencies: { readonly [name: string]: string };
  readonly builtFrom?: SourceState;
};
type SourceState = Pick<Manifest, 'codeHash' | 'commit' | 'dirty'>;

/** The sources of a checkout: their hash, the commit, and whether they differ from it; null where git cannot tell. */
export function stateOfSources(root: string): SourceState {
  const status = git(root, 'status', '--porcelain');
  return {
    codeHash: codeHash(root),
    commit: git(root, 'rev-parse', 'HEAD'),
    dirty: status === null ? null : status !== '',
  };
}

/** SHA-256 over the sources and prompts below a checkout that may change records, by path. */
export function codeHash(root: string): string {
  const files = folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(ts|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: relative(root, path).split(sep).join('/') }))
    .filter(({ name }) => !leftOut.some((prefix) => name.startsWith(prefix)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return hashText(files.map(({ path, name }) => `${name}\n${readFileSync(path, 'utf8')}`).join('\n'));
}

/** What git says, or null where there is no git or no checkout. */
function git(root: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
