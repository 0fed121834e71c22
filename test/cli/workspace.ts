import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../', import.meta.url));
const entry = join(repository, 'harness/cli/ace-bench.mjs');

export type Done = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};
export type Started = { readonly child: ChildProcess; readonly done: Promise<Done> };

/** A folder of one test file's own, with a cache; `remove` it after all tests. */
export type Workspace = {
  readonly folder: string;
  path(name: string): string;
  write(name: string, text: string): string;
  /** Starts the real command line in the folder. */
  start(args: readonly string[], options?: StartOptions): Started;
  aceBench(args: readonly string[], options?: StartOptions): Promise<Done>;
  remove(): void;
};
export type StartOptions = { readonly cache?: string; readonly nodeArgs?: readonly string[]; readonly cwd?: string };

export function createWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'ace-bench-cli-'));
  mkdirSync(join(folder, 'cache'));
  const start = (
    args: readonly string[],
    { cache = 'cache', nodeArgs = [], cwd = folder }: StartOptions = {},
  ): Started => {
    const env = { ...process.env, ACE_BENCH_CACHE: join(folder, cache) };
    const child = spawn(process.execPath, [...nodeArgs, entry, ...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, done: whenDone(child) };
  };
  return {
    folder,
    path: (name) => join(folder, name),
    write: (name, text) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    start,
    aceBench: (args, options) => start(args, options).done,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function whenDone(child: ChildProcess): Promise<Done> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** What a folder holds: path -> hash of the content, folders included; empty where there is none. */
export function contentOf(folder: string): { readonly [path: string]: string } {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return {};
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name);
      const content = statSync(path).isDirectory()
        ? 'folder'
        : createHash('sha256').update(readFileSync(path)).digest('hex');
      return [name, content];
    }),
  );
}

/** The bytes of each run's records, by run id. */
export function recordsByRun(folder: string): ReadonlyMap<string, Buffer> {
  return new Map(runIdsIn(folder).map((runId) => [runId, readFileSync(join(folder, runId, 'records.jsonl'))]));
}

export function runIdsIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
