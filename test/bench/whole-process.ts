import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BenchRow, median } from './bench-row.ts';
import type { EchoFigures } from './echo-run.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const entry = 'harness/cli/ace-bench.mjs';

/** Rows that need a process of their own: the harness's overhead and memory, the quickstart, and the time to help and lists. */
export function benchProcesses(): readonly BenchRow[] {
  const small = echo(10_000);
  const large = echo(100_000);
  const overheadNote = '300 bullets, echo model, records, times and transcripts written to disk; start-up left out';
  return [
    {
      name: 'overhead per trial',
      value: large.cpuMs / large.trials,
      unit: 'ms of CPU',
      target: 0.2,
      note: `${large.trials} trials, ${overheadNote}`,
    },
    {
      name: 'memory at 100,000 trials over that at 10,000',
      value: large.maxRssMb / small.maxRssMb,
      unit: 'x',
      target: 1.2,
      note: `peak ${Math.round(large.maxRssMb)} and ${Math.round(small.maxRssMb)} MB`,
    },
    ...quickstart(),
    { name: '--help', value: startUp('--help'), unit: 's', target: 0.6, note: 'median of 7 processes' },
    { name: 'list', value: startUp('list'), unit: 's', target: 0.6, note: 'median of 7 processes' },
    builtHelp(),
  ];
}

// With the heap setting of the command line's entry.
function echo(trials: number): EchoFigures {
  return JSON.parse(
    execFileSync('node', ['--heap-growing-percent=30', '--import', 'tsx', 'test/bench/echo-run.ts', String(trials)], {
      cwd: root,
      encoding: 'utf8',
    }),
  );
}

function quickstart(): readonly BenchRow[] {
  const folder = mkdtempSync(join(tmpdir(), 'ace-bench-quickstart-'));
  const rss = join(folder, 'rss');
  // A program cannot ask for its child's peak memory, so the child leaves it behind when it ends.
  const hook = `data:text/javascript,import{writeFileSync as w}from'node:fs';process.on('exit',()=>w(${JSON.stringify(rss)},String(process.resourceUsage().maxRSS)))`;
  const started = performance.now();
  const child = spawnSync(
    'node',
    ['--import', hook, entry, 'run', 'configs/quickstart.yaml', '--quiet', '--results', join(folder, 'results')],
    { cwd: root, encoding: 'utf8', env: { ...process.env, ACE_BENCH_CACHE: join(folder, 'cache') } },
  );
  const seconds = (performance.now() - started) / 1000;
  if (child.status !== 0)
    throw new Error(`Cannot bench the quickstart: it ended with ${child.status}\n${child.stderr}`);
  const megabytes = Number(readFileSync(rss, 'utf8')) / 1024;
  rmSync(folder, { recursive: true });
  const note = 'cold cache: the model is converted and every text embedded';
  return [
    { name: 'quickstart', value: seconds, unit: 's', target: 60, note },
    { name: 'quickstart, peak memory', value: megabytes, unit: 'MB', target: 900, note },
  ];
}

function startUp(command: string): number {
  const times = Array.from({ length: 8 }, () => secondsOf([entry, command]));
  // The first one warms the caches.
  return median(times.slice(1));
}

/** The package's entry, built into a folder of its own, against a Node that runs an empty file; in turns, so that both meet the same machine. */
export function builtHelp(): BenchRow {
  const folder = mkdtempSync(join(tmpdir(), 'ace-bench-built-'));
  const builtEntry = join(folder, entry);
  const empty = join(folder, 'empty.mjs');
  execFileSync('node', ['scripts/build.mjs', join(folder, 'dist')], { cwd: root });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  cpSync(join(root, entry), builtEntry);
  writeFileSync(empty, '');
  const times = Array.from({ length: 16 }, () => [secondsOf([builtEntry, '--help']), secondsOf([empty])] as const);
  const [help, bare] = [median(times.slice(1).map(([help]) => help)), median(times.slice(1).map(([, bare]) => bare))];
  rmSync(folder, { recursive: true });
  const note = `${Math.round(1000 * help)} and ${Math.round(1000 * bare)} ms, medians of 15 processes each, in turns`;
  return { name: 'built --help over bare node', value: help / bare, unit: 'x', target: 1.5, note };
}

function secondsOf(args: readonly string[]): number {
  const started = performance.now();
  execFileSync('node', args, { cwd: root });
  return (performance.now() - started) / 1000;
}
