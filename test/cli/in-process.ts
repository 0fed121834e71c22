import { exitCodeOf } from '../../harness/cli/exit-code-of.ts';
import { runCommand, type RunCommandOptions } from '../../harness/cli/run-command.ts';
import type { CliDeps } from '../../harness/cli/cli-deps.ts';
import { registry } from '../../harness/registry.ts';

export type Said = { readonly code: number; readonly stdout: string; readonly stderr: readonly string[] };

/** A command in this process, ended as main ends it. `command` gets deps whose output is kept; parts of it may be replaced. */
export async function said(
  command: (deps: CliDeps) => Promise<number> | number,
  cache: string,
  parts: Partial<CliDeps> = {},
): Promise<Said> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const deps: CliDeps = {
    registry,
    env: { ACE_BENCH_CACHE: cache },
    stderr: { isTTY: false, write: (text: string | Uint8Array) => stderr.push(String(text).trimEnd()) > 0 },
    print: (text) => stdout.push(text),
    warn: (message) => stderr.push(message),
    onInterrupt: () => new AbortController().signal,
    ...parts,
  };
  let code: number;
  try {
    code = await command(deps);
  } catch (error) {
    code = exitCodeOf(error, deps);
  }
  return { code, stdout: stdout.join('\n'), stderr };
}

/** `run`, quietly. */
export function saidByRun(
  config: string,
  options: Partial<RunCommandOptions> & { readonly results: string },
  cache: string,
  parts: Partial<CliDeps> = {},
): Promise<Said> {
  return said((deps) => runCommand(config, { set: [], concurrency: 8, quiet: true, ...options }, deps), cache, parts);
}
