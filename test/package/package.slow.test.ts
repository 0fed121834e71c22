import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeState } from '../../harness/experiment/code-state.ts';

// The package as others get it: built, packed, installed in an empty folder, compiled against and run.
const root = fileURLToPath(new URL('../../', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'ace-bench-package-'));
const project = join(scratch, 'project');
let packedBytes: number;

// README's program, and what it says that this prints.
const [, shownProgram, shownOutput] =
  /```ts\n(import [^`]*'ace-bench';[^`]*)```\s+```\n([^`]*)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ??
  [];

beforeAll(() => {
  npm(root, 'run', 'build');
  npm(root, 'pack', '--silent', '--pack-destination', scratch);
  const tarball = readdirSync(scratch).find((name) => name.endsWith('.tgz'))!;
  packedBytes = statSync(join(scratch, tarball)).size;

  mkdirSync(project);
  write('package.json', JSON.stringify({ name: 'project', private: true, type: 'module' }));
  const compiler = ['typescript', '@types/node'].map((name) => `${name}@${versionOf(name)}`);
  // --ignore-scripts as in our own .npmrc: one dependency would download what is not needed.
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  npm(project, 'install', ...flags, join(scratch, tarball), ...compiler);

  for (const file of ['consumer.ts', '../fixtures/house-sums.ts', '../fixtures/first-lessons.ts']) {
    const text = readFileSync(join(root, 'test/package', file), 'utf8');
    write(file.split('/').at(-1)!, asOutsider(text));
  }
  write('readme.ts', shownProgram!);
  for (const [moduleResolution, module] of [
    ['nodenext', 'nodenext'],
    ['bundler', 'preserve'],
  ]) {
    const compilerOptions = { target: 'es2023', module, moduleResolution, ...strictly, outDir: 'out', types: ['node'] };
    write(`tsconfig.${moduleResolution}.json`, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  }
});
afterAll(() => rmSync(scratch, { recursive: true }));

const strictly = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: false,
};

describe('the packed file', () => {
  it('is small, and holds no sources and no tests', () => {
    expect(packedBytes).toBeLessThan(500_000);
    const names = readdirSync(join(project, 'node_modules/ace-bench'), { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([]);
    expect(names.filter((name) => name.startsWith('test'))).toEqual([]);
    expect(existsSync(join(project, 'node_modules/tsx'))).toBe(false);
  });
});

describe('the library', () => {
  it.each(['nodenext', 'bundler'])('type-checks in a strict project, declarations too, under %s', (resolution) => {
    run(project, ...tsc, '-p', `tsconfig.${resolution}.json`, '--noEmit');
  });

  it('runs an experiment with a suite and a method of the project, and refines and measures', () => {
    run(project, ...tsc, '-p', 'tsconfig.nodenext.json');
    expect(JSON.parse(run(project, join('out', 'consumer.js')))).toEqual({
      outcomes: ['complete', 'complete', 'complete', 'complete'],
      scores: ['static 0', 'mine 1'],
      rows: expect.any(Number),
      trials: expect.any(Number),
      complaint: 'Cannot read the config at seeds: expected seeds to be a list of at least 1 item, found []',
      refined: '## RULES\n[rul-00001] helpful=0 harmful=0 :: Ask for page 0 first.',
      families: expect.any(Number),
      dims: 384,
    });
  });

  it('records the sources that it was built from, as a clone of them would', () => {
    const runs = join(project, 'results/outside');
    const run = readdirSync(runs).find((name) => name.startsWith('house-sums.mine'))!;
    const manifest: unknown = JSON.parse(readFileSync(join(runs, run, 'manifest.json'), 'utf8'));
    const { codeHash, commit } = codeState();
    expect(manifest).toMatchObject({ codeHash, commit });
  });

  it('prints what README shows', () => {
    const output = run(project, join('out', 'readme.js'));
    expect(output).toBe(shownOutput);
  });
});

describe('npx ace-bench', () => {
  it('shows its help and lists its parts, without a compiler', () => {
    expect(aceBench('--help')).toContain('Usage: ace-bench');
    expect(aceBench('list')).toContain('all-MiniLM-L6-v2');
  });

  it('runs a config that comes with it', () => {
    const config = join('node_modules', 'ace-bench', 'configs', 'quickstart.yaml');
    expect(aceBench('validate', config)).toContain('is valid');
    const small = ['--set', 'seeds=[1]', '--set', 'suites.0.limits={train: 8, val: 4, test: 8}'];
    expect(aceBench('run', config, '--quiet', '--only', 'append', '--results', 'results', ...small)).toContain(
      'Tables: ',
    );
  });
});

const tsc = [join('node_modules', 'typescript', 'bin', 'tsc')];

function npm(cwd: string, ...args: readonly string[]): string {
  // On Windows npm is a script of the shell.
  return execFileSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
}

function aceBench(...args: readonly string[]): string {
  return execFileSync('npx', ['--no-install', 'ace-bench', ...args], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, ACE_BENCH_CACHE: join(project, 'cache') },
    shell: process.platform === 'win32',
  });
}

/** What a Node program prints; one that fails is shown with what it said. */
function run(cwd: string, ...args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: 'utf8' });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`Cannot run ${args.join(' ')}: ${stdout}${stderr}`);
  }
}

function write(name: string, text: string): void {
  writeFileSync(join(project, name), text);
}

function versionOf(name: string): string {
  return (JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')) as { version: string })
    .version;
}

/** A program of ours as that of another project: the package for our sources and for zod, which comes with it. */
function asOutsider(text: string): string {
  return text.replace(/'(?:\.\.\/\.\.\/harness\/[^']*|zod)'/g, "'ace-bench'").replace(/'\.\.\/fixtures\//g, "'./");
}
