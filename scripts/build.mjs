// Builds the package: node scripts/build.mjs [folder], which is dist by default and is emptied first.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(root, process.argv[2] ?? 'dist');
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

rmSync(folder, { recursive: true, force: true });
const compiled = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', folder], {
  cwd: root,
  stdio: 'inherit',
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

// What the compiler does not see: files that are read at run time.
for (const data of ['harness/roles/prompts', 'benchmarks/dedup/dev', 'benchmarks/dedup/test'])
  cpSync(join(root, data), join(folder, data), { recursive: true });

// Manifests name the sources that a run was made with. A package holds none, and a checkout around it is not its own.
const { stateOfSources } = await import(pathToFileURL(join(folder, 'harness/experiment/code-state.js')).href);
const { name, version, type, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const built = { name, version, type, dependencies, builtFrom: stateOfSources(root) };
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(built, null, 2)}\n`);
